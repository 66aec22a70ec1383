"""The report on a folder for an ethics board or a data-protection file.

``gather_facts`` fills the dataclasses of ``report_facts``, which also have the JSON form and its
schema; ``report_page`` writes them as HTML.
"""
