"""What is known of English, each list once.

Lists are YAML in ``data/``, read by ``lists``; an entry ``<dates.months>`` stands for that list.
Modules beside it know what lists cannot say: numbers in words, titles before names, what the
first word of a sentence may be, which words announce a name. A new list is a key of the file of
its topic.
"""
