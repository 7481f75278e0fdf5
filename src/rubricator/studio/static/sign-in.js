if (given.wrong) tell("That is not the token.", true);
find("token").focus();
