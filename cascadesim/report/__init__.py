"""Many decks: run the studies over folders of lists, and write pages and tables about them."""
