"""Whether a page's headings say to everybody what they show to readers: `rubricator check`."""
