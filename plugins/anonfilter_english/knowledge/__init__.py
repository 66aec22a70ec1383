"""Knowledge of English: word lists, and functions over them. Plugins of all kinds use it.

| where | what it knows |
|---|---|
| ``data/`` | word lists in YAML, one file a topic; ``<dates.months>`` stands for that list |
| ``word_lists.py`` | reads them: ``table("dates")``, ``terms("dates", "months")`` |
| ``date_kinds.py`` | dates, times, ages, durations |
| ``number_words.py``, ``spoken_digits.py`` | numbers in words; digits spoken one by one |
| ``spoken_numbers.py``, ``spoken_years.py`` | numbers in context; years |
| ``sentences.py``, ``speaker_turns.py`` | ends of sentences; speakers' labels |
| ``people/`` | names of people: parsing, matching, frequency, titles, roles, rosters |
| ``spelling/`` | letters spelled one by one |
| ``categories/`` | kinds of places, organisations and groups; its own ``data/`` |

A new list goes into the file of its topic in ``data/``, with a comment that says what it is for. A
list is written once: other lists name it, and the tests hold that. ``people_names.txt`` and
``gazetteer.txt`` are built (``people/build_name_list.py``, ``categories/build_gazetteer.py``).
"""
