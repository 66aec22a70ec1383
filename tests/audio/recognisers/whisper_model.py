"""A model of Whisper as small as it gets. Its weights are random, and so is what it hears."""

from __future__ import annotations

from pathlib import Path

_SIGNS = tuple(
    """
    <|endoftext|> <|startoftranscript|> <|en|> <|translate|> <|transcribe|> <|startoflm|>
    <|startofprev|> <|nospeech|> <|notimestamps|>
    """.split()
)


def write(folder: Path) -> Path:
    """Write one in a folder, converted as users would; return its place."""
    import torch
    from ctranslate2.converters import TransformersConverter
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import WhisperConfig, WhisperFeatureExtractor
    from transformers import WhisperForConditionalGeneration as Whisper

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokens = Tokenizer(models.BPE(vocab={one: at for at, one in enumerate(letters)}, merges=[]))
    tokens.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokens.decoder = decoders.ByteLevel()
    tokens.add_special_tokens([*_SIGNS, *(f"<|{at * 0.02:.2f}|>" for at in range(1501))])
    end, start = (tokens.token_to_id(sign) for sign in _SIGNS[:2])
    torch.manual_seed(4)
    model = Whisper(
        WhisperConfig(
            vocab_size=tokens.get_vocab_size(),
            d_model=16,
            encoder_layers=1,
            decoder_layers=1,
            encoder_attention_heads=2,
            decoder_attention_heads=2,
            encoder_ffn_dim=16,
            decoder_ffn_dim=16,
            pad_token_id=end,
            bos_token_id=end,
            eos_token_id=end,
            decoder_start_token_id=start,
            suppress_tokens=[],
            begin_suppress_tokens=[],
        )
    )
    model.generation_config.suppress_tokens = []
    model.generation_config.alignment_heads = [[0, 0], [0, 1]]
    model.generation_config.lang_to_id = {"<|en|>": tokens.token_to_id("<|en|>")}
    model.save_pretrained(folder / "hugging-face")
    tokens.save(str(folder / "hugging-face/tokenizer.json"))
    WhisperFeatureExtractor().save_pretrained(folder / "hugging-face")
    copied = ["tokenizer.json", "preprocessor_config.json"]
    converter = TransformersConverter(str(folder / "hugging-face"), copy_files=copied)
    converter.convert(str(folder / "whisper"))
    return folder / "whisper"
