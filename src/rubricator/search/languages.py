"""Languages: stemmers, stop words, and a guess from the stop words where a page does not say its language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from rubricator.errors import MissingExtraError, UsageError

NONE = "none"
"""No stemming and no stop words."""

STEMMERS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "es": "spanish", "et": "estonian", "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi",
    "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali",
    "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
_SAME = {"nb": "no", "nn": "no"}

STOP_WORDS = {
    language: frozenset(words.split())
    for language, words in {
        "en": """a an and are as at be been but by can could did do does for from had has have he her his how i if in
            into is it its me my no nor not of on or our s she should so such t than that the their them then there
            these they this those to was we were what when where which who why will with would you your""",
        "de": """aber als am an auch auf aus bei bin bis bist da damit das dass dem den der des dich die dir du durch
            ein eine einem einen einer eines er es für hat hatte haben ich ihm ihn ihr ihre im in ist ja kann kein keine
            können man mein mich mir mit muss nach nicht noch nur ob oder ohne sein seine sich sie sind so über um und
            uns unter vom von vor war was weil wenn wer werden wie wir wird wo zu zum zur""",
        "fr": """à au aux avec c ce ces cette d dans de des du elle elles en est et été eu il ils j je l la le les leur
            leurs lui m ma mais me même mes moi mon n ne nos notre nous on ou où par pas pour qu que qui s sa sans se
            ses si son sont sur t ta te tes toi ton tu un une vos votre vous y""",
        "es": """a al algo ante como con contra cual cuando de del desde donde el ella ellas ellos en entre era eran es
            esa ese eso esta está este esto ha han hasta hay la las le les lo los más me mi mis muy ni no nos o para
            pero por porque que quien se ser si sí sin sobre son su sus también te tu tus un una uno y ya yo""",
        "it": """a ad ai al alla alle allo anche c che chi ci come con cui d da dai dal dalla de dei del della delle di
            e è ed era gli ha hanno ho i il in io l la le lei li lo loro lui ma mi mia mio ne nei nel nella no noi non
            o per perché più quale quando quella quello questa questo se si sia sono su sua sul sulla suo tra tu un una
            uno vi voi""",
        "pt": """a à ao aos as às até com como da das de dela dele do dos e é ela elas ele eles em entre era essa esse
            esta está este eu foi há isso isto já lhe mais mas me mesmo meu minha muito na não nas nem no nos nós o os
            ou para pela pelo por qual quando que quem são se sem ser seu seus sua suas também te tem teu tua um uma
            você""",
        "nl": """aan al als bij dan dat de der deze die dit doen door dus een en er ge geen had heb hebben heeft het hij
            hoe hun ik in is ja je kan maar me meer men met mij mijn na naar niet nog nu of om omdat onder ons ook op
            over te tegen toen tot u uit van veel voor waren was wat werd wezen wie wij wil worden zal ze zich zij zijn
            zo zonder zou""",
        "sv": """alla att av blev bli blir de dem den denna deras dess det detta dig din du där efter ej eller en er ett
            från för ha hade han har hon honom hur här i icke inte jag kan kunde man med men mig min mot mycket ni när
            nu och om oss på sedan sig sin ska som så till under upp ut utan vad var vara vi vid vilken är över""",
        "ru": """а без был была были было быть в вам вас весь во вот все всё вы где да для до его ее её если есть ещё
            еще же за и из или им их к как ко когда кто ли мне мы на над не нет но ну о об он она они оно от по под при
            с со так также то того тоже только ты у уже что чтобы это этот я""",
    }.items()
}


def language_of(declared: str | None) -> str | None:
    """Return the language that a `lang` attribute names, None when it names none that has a stemmer."""
    if not declared:
        return None
    code = declared.strip().lower().replace("_", "-").split("-")[0]
    code = _SAME.get(code, code)
    return code if code in STEMMERS else None


def check_language(language: str) -> str:
    """Return a language that a caller gave, or say which there are."""
    if language == NONE:
        return NONE
    known = language_of(language)
    if known is None:
        raise UsageError(f"no stemmer for the language {language!r}; choose none, {', '.join(sorted(STEMMERS))}")
    return known


def guess_language(words: Iterable[str]) -> str:
    """Return the language whose stop words are the most among lower-case words; none when they are few."""
    counts = Counter(words)
    total = sum(counts.values())
    scores = {code: sum(counts[word] for word in stop) for code, stop in STOP_WORDS.items()}
    best = max(scores, key=lambda code: scores[code])
    return best if scores[best] > 0.1 * total else NONE


def is_stop_word(word: str, language: str) -> bool:
    return word in STOP_WORDS.get(language, ())


def stem(word: str, language: str) -> str:
    """Return the stem of a lower-case word."""
    return word if language == NONE else _stemmer(language)(word)


class _Stem:
    def __init__(self, name: str) -> None:
        try:
            import snowballstemmer
        except ImportError as error:
            raise MissingExtraError("stemming for search", "search") from error
        self.stemmer = snowballstemmer.stemmer(name)

    def __call__(self, word: str) -> str:
        return str(self.stemmer.stemWord(word))


@cache
def _stemmer(language: str) -> _Stem:
    return _Stem(STEMMERS[language])
