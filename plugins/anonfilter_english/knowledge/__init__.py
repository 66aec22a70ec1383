"""Knowledge of English: word lists and functions that use them, for all kinds of plugins.

| where | contents |
|---|---|
| ``data/`` | word lists in YAML, one file a topic; an entry ``<dates.months>`` includes that list |
| ``word_lists.py`` | reads ``data/``: ``table("dates")``, ``terms("dates", "months")`` |
| ``date_kinds.py`` | dates, times, ages, durations |
| ``number_words.py``, ``spoken_digits.py`` | numbers in words; digits spoken one by one |
| ``spoken_numbers.py``, ``spoken_years.py`` | numbers in context; years |
| ``sentences.py``, ``speaker_turns.py`` | ends of sentences; speakers' labels |
| ``people/`` | names of people: parsing, matching, frequency, titles, roles, rosters |
| ``spelling/`` | letters spelled one by one |
| ``categories/`` | kinds of places, organisations and groups; its own ``data/`` |

A new list goes into the file of its topic in ``data/``, with a comment that says what it is for.
Each list exists once; other lists include it by name, and a test checks this. Scripts build
``people_names.txt`` (``people/build_name_list.py``) and ``gazetteer.txt``
(``categories/build_gazetteer.py``).
"""
