"""What recognisers of speech write as JSON, about an invented person."""

from __future__ import annotations

import re
from typing import Any


def words(said: list[str], key: str = "word", **more: Any) -> list[dict[str, Any]]:
    """Words of half a second each, with a tenth between them."""
    return [
        {key: word, "start": round(at * 0.6, 2), "end": round(at * 0.6 + 0.5, 2), **more}
        for at, word in enumerate(said)
    ]


def recognised(said: str, person: str) -> dict[str, Any]:
    """The same as each recogniser writes it."""
    split = said.split()
    whisper = {
        "text": f" {said}",
        "segments": [
            {
                "id": 0,
                "seek": 0,
                "start": 0.0,
                "end": 5.3,
                "text": f" {said}",
                "tokens": [50364, 286, 669, 14795, 1696, 50614],
                "temperature": 0.0,
                "avg_logprob": -0.29,
                "compression_ratio": 1.1,
                "no_speech_prob": 0.02,
                "words": words([f" {word}" for word in split], probability=0.98),
            },
            {
                "id": 1,
                "seek": 0,
                "start": 5.3,
                "end": 6.0,
                "text": " Well.",
                "tokens": [50614, 1042, 13, 50650],
                "temperature": 0.0,
                "words": words([" Well."]),
            },
        ],
        "language": "en",
    }
    whisperx = {
        "segments": [
            {
                "start": 0.0,
                "end": 5.3,
                "text": said,
                "speaker": person,
                "words": words(split, score=0.9, speaker=person),
                "chars": [{"char": char, "start": 0.1, "end": 0.2, "score": 0.5} for char in said],
            }
        ],
        "word_segments": [*words(split, score=0.9, speaker=person), {"word": "2014."}],
    }
    whisper_cpp = {
        "params": {"model": "models/ggml-base.bin", "language": "en"},
        "result": {"language": "en"},
        "transcription": [
            {
                "timestamps": {"from": "00:00:00,000", "to": "00:00:05,300"},
                "offsets": {"from": 0, "to": 5300},
                "text": f" {said}",
                "tokens": [
                    {
                        "text": text,
                        "timestamps": {"from": "00:00:00,100", "to": "00:00:00,200"},
                        "offsets": {"from": 100, "to": 200},
                        "id": 50000 + at,
                        "p": 0.9,
                        "t_dtw": -1,
                    }
                    for at, text in enumerate(["[_BEG_]", *re.findall(r" ?\w{1,4}|\W", f" {said}")])
                ],
            }
        ],
    }
    aws = {
        "jobName": f"talk of {person}",
        "accountId": "111122223333",
        "results": {
            "transcripts": [{"transcript": said}],
            "speaker_labels": {
                "channel_label": "ch_0",
                "speakers": 1,
                "segments": [
                    {
                        "start_time": "0.0",
                        "speaker_label": "spk_0",
                        "end_time": "5.3",
                        "items": [
                            {"start_time": "0.0", "speaker_label": "spk_0", "end_time": "0.5"}
                        ],
                    }
                ],
            },
            "items": [
                {
                    "id": at,
                    "start_time": str(at * 0.5),
                    "end_time": str(at * 0.5 + 0.4),
                    "speaker_label": "spk_0",
                    "type": "pronunciation",
                    "alternatives": [{"confidence": "1.0", "content": word}],
                }
                if re.match(r"\w", word)
                else {
                    "id": at,
                    "type": "punctuation",
                    "speaker_label": "spk_0",
                    "alternatives": [{"confidence": "0.0", "content": word}],
                }
                for at, word in enumerate(re.findall(r"[\w']+|[.,]", said))
            ],
            "audio_segments": [
                {
                    "id": 0,
                    "transcript": said,
                    "start_time": "0.0",
                    "end_time": "5.3",
                    "speaker_label": "spk_0",
                    "items": [0, 1, 2, 3],
                }
            ],
        },
        "status": "COMPLETED",
    }
    google = {
        "results": [
            {
                "alternatives": [
                    {
                        "transcript": said,
                        "confidence": 0.93,
                        "words": [
                            {
                                "startTime": f"{at}.400s",
                                "endTime": f"{at}.800s",
                                "word": word,
                                "confidence": 0.9,
                                "speakerTag": 1,
                                "speakerLabel": "1",
                            }
                            for at, word in enumerate(split)
                        ],
                    },
                    {"transcript": said.lower(), "confidence": 0.5},
                ],
                "resultEndTime": "9.770s",
                "languageCode": "en-us",
            }
        ],
        "totalBilledTime": "15s",
    }
    heard = [
        {
            **word,
            "word": re.sub(r"[.,]", "", word["word"]).lower(),
            "confidence": 0.99,
            "speaker": 0,
            "punctuated_word": word["word"],
        }
        for word in words(split)
    ]
    deepgram = {
        "metadata": {
            "request_id": "a",
            "created": "2024-02-06T19:56:16.180Z",
            "duration": 25.93,
            "channels": 1,
        },
        "results": {
            "channels": [
                {
                    "alternatives": [
                        {
                            "transcript": said,
                            "confidence": 0.99,
                            "words": heard,
                            "paragraphs": {
                                "transcript": f"\nSpeaker 0: {said}\n",
                                "paragraphs": [
                                    {
                                        "sentences": [{"text": said, "start": 0.0, "end": 5.3}],
                                        "speaker": 0,
                                        "num_words": 9,
                                        "start": 0.0,
                                        "end": 5.3,
                                    }
                                ],
                            },
                            "entities": [
                                {
                                    "label": "NAME",
                                    "value": person,
                                    "confidence": 0.9,
                                    "start_word": 2,
                                    "end_word": 4,
                                }
                            ],
                        }
                    ]
                }
            ],
            "utterances": [
                {
                    "start": 0.0,
                    "end": 5.3,
                    "confidence": 0.99,
                    "channel": 0,
                    "transcript": said,
                    "words": heard,
                    "speaker": 0,
                    "id": "u",
                }
            ],
        },
    }
    spoken = [
        {"confidence": 0.97, "end": at * 600 + 500, "start": at * 600, "text": word, "speaker": "A"}
        for at, word in enumerate(split)
    ]
    assemblyai = {
        "id": "a",
        "status": "completed",
        "text": said,
        "words": spoken,
        "audio_duration": 6,
        "utterances": [
            {
                "confidence": 0.97,
                "end": 5300,
                "speaker": "A",
                "start": 0,
                "text": said,
                "words": spoken,
            }
        ],
        "entities": [{"entity_type": "person_name", "text": person, "start": 1200, "end": 2300}],
        "auto_highlights_result": {
            "status": "success",
            "results": [
                {
                    "count": 1,
                    "rank": 0.08,
                    "text": f"{person}'s sister",
                    "timestamps": [{"start": 1200, "end": 2900}],
                }
            ],
        },
        "chapters": [{"gist": person, "headline": said, "summary": said, "start": 0, "end": 5300}],
    }
    return {
        "whisper": whisper,
        "whisperx": whisperx,
        "whisper.cpp": whisper_cpp,
        "aws": aws,
        "google": google,
        "deepgram": deepgram,
        "assemblyai": assemblyai,
    }


SAID = "I am Wilma Quillfeather's sister, call 415 555 0100."
ALL = recognised(SAID, "Wilma Quillfeather")
WHISPER, WHISPER_CPP, AWS = ALL["whisper"], ALL["whisper.cpp"], ALL["aws"]
