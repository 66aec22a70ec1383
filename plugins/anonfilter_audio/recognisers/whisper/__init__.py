"""Whisper tiny.en, whose weights come with anonfilter, run by onnxruntime.

``model/README.md`` has their origin, and ``training/whisper_to_onnx.py`` makes them.
"""
