"""Speaks lines with RHVoice and reports when each of their words sounds.

Reads [{"voice", "rate", "pitch", "text"}] from stdin. Writes 24 kHz mono PCM (s16le) to the path given, and to stdout
per line {"start", "end", "words": [[start, end], ...]} in seconds; words are what spaces separate.
"""

import ctypes as c
import json
import os
import sys

RATE = 24000
PAUSE_SECONDS = 0.35
# The engine reports a word with the buffer of 0.1 s that it begins or ends in: half a buffer later is right on average.
LATER_SECONDS = 0.05

Int = c.CFUNCTYPE(c.c_int, c.c_int, c.c_void_p)
Play = c.CFUNCTYPE(c.c_int, c.POINTER(c.c_short), c.c_uint, c.c_void_p)
Place = c.CFUNCTYPE(c.c_int, c.c_uint, c.c_uint, c.c_void_p)


class Callbacks(c.Structure):
    _fields_ = [
        ("set_sample_rate", Int),
        ("play_speech", Play),
        ("process_mark", c.c_void_p),
        ("word_starts", Place),
        ("word_ends", Place),
        ("sentence_starts", c.c_void_p),
        ("sentence_ends", c.c_void_p),
        ("play_audio", c.c_void_p),
        ("done", c.c_void_p),
    ]


class Init(c.Structure):
    _fields_ = [
        ("data_path", c.c_char_p),
        ("config_path", c.c_char_p),
        ("resource_paths", c.c_void_p),
        ("callbacks", Callbacks),
        ("options", c.c_uint),
    ]


class Synth(c.Structure):
    _fields_ = [("voice_profile", c.c_char_p)]
    _fields_ += [(f"absolute_{name}", c.c_double) for name in ("rate", "pitch", "volume")]
    _fields_ += [(f"relative_{name}", c.c_double) for name in ("rate", "pitch", "volume")]
    _fields_ += [("punctuation_mode", c.c_int), ("punctuation_list", c.c_char_p)]
    _fields_ += [("capitals_mode", c.c_int), ("flags", c.c_int)]


class Speaker:
    """All that was spoken so far; the engine calls back in step with its samples."""

    def __init__(self):
        self.pcm = bytearray()
        self.started, self.ended = {}, {}
        self.callbacks = Callbacks(
            set_sample_rate=Int(lambda rate, _: int(rate == RATE)),
            play_speech=Play(self.play),
            word_starts=Place(lambda at, _length, _: self.note(self.started, at)),
            word_ends=Place(lambda at, _length, _: self.note(self.ended, at)),
        )
        root = os.environ.get("RHVOICE_ROOT", "")
        paths = (f"{root}/usr/share/RHVoice".encode(), f"{root}/etc/RHVoice".encode())
        self.lib = c.CDLL("libRHVoice.so.5")
        self.lib.RHVoice_new_tts_engine.restype = c.c_void_p
        self.lib.RHVoice_new_message.restype = c.c_void_p
        self.engine = self.lib.RHVoice_new_tts_engine(c.byref(Init(*paths, None, self.callbacks, 0)))
        if not self.engine:
            raise SystemExit("RHVoice found no voices")

    def play(self, samples, count, _):
        self.pcm += c.string_at(samples, count * 2)
        return 1

    def note(self, times, at):
        times[at] = self.seconds() + LATER_SECONDS
        return 1

    def seconds(self):
        return len(self.pcm) / 2 / RATE

    def say(self, voice, text, rate=1.0, pitch=1.0):
        self.started, self.ended = {}, {}
        start = self.seconds()
        data = text.encode()
        synth = Synth(voice.encode(), 0, 0, 0, rate, pitch, 1, 0, None, 0, 0)
        message = self.lib.RHVoice_new_message(
            c.c_void_p(self.engine), data, len(data), 0, c.byref(synth), None
        )
        if not message or not self.lib.RHVoice_speak(c.c_void_p(message)):
            raise SystemExit(f"RHVoice could not say: {text}")
        self.lib.RHVoice_delete_message(c.c_void_p(message))
        line = {"start": start, "end": self.seconds(), "words": self.words(text)}
        self.pcm += bytes(2 * int(RATE * PAUSE_SECONDS))
        return line

    def words(self, text):
        """The engine counts bytes of UTF-8."""
        spans, at = [], 0
        for word in text.split(" "):
            spans.append([self.started[at], self.ended[at]])
            at += len(word.encode()) + 1
        return spans


if __name__ == "__main__":
    speaker = Speaker()
    said = [speaker.say(**line) for line in json.load(sys.stdin)]
    with open(sys.argv[1], "wb") as file:
        file.write(speaker.pcm)
    json.dump(said, sys.stdout)
