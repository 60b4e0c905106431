#!/usr/bin/env python3
"""A small memory that Carryover can test: it keeps sentences and finds them again by their words.

It speaks the protocol of docs/external-memory.md over standard input and output and needs nothing
but Python 3. Two generations of its writer and of its reader show what an upgrade can do:

  rules-1  keeps and compares words as they are written
  rules-2  keeps and compares words without their endings, and counts rare words for more

A rules-2 reader does not find every word in a rules-1 store, nor the other way round.
"""

import json
import math
import os
import re
import sys

FILE = "sentences.json"
COMMON = set(
    "a an and are as at be been by did do does for from had has have her his how in is it its now"
    " of on or our that the their they this to was were what when where which who whose with".split()
)


def words(text, generation):
    found = [w for w in re.findall(r"[^\W_]+", text.lower()) if w not in COMMON]
    if generation == "rules-2":
        found = [re.sub(r"(?<=...)(ing|ed|es|s|e)$", "", w) for w in found]
    return sorted(set(found))


def sentences(text):
    return [s for s in re.split(r"(?<=[.!?])\s+|\n+", text.strip()) if s] or [text]


def generation(request, role):
    name = request["components"].get(role, "rules-1")
    if name not in ("rules-1", "rules-2"):
        raise ValueError("there is no " + role + " " + repr(name) + "; rules-1 and rules-2 there are")
    return name


class Memory:
    """At most one store is open at a time: this memory takes one request after the other."""

    def hello(self, request):
        return {
            "protocol": 1,
            "name": "sentences",
            "version": "1",
            "capabilities": ["write", "answer", "items", "retrieve"],
        }

    def write(self, request):
        writer = generation(request, "writer")
        kept = []
        for event in request["events"]:
            parts = sentences(event["text"])
            for number, part in enumerate(parts):
                said = event["speaker"] + ": " + part if event["speaker"] else part
                kept.append(
                    {
                        "id": event["id"] + "." + str(number),
                        "text": "[" + event["time"] + "] " + said if "time" in event else said,
                        "words": words(said, writer),
                        "events" if len(parts) == 1 else "parts": [event["id"]],
                    }
                )
        with open(os.path.join(request["folder"], FILE), "w", encoding="ascii") as file:
            json.dump(kept, file)
        return {}

    def open(self, request):
        self.reader = generation(request, "reader")
        with open(os.path.join(request["folder"], FILE), encoding="ascii") as file:
            self.kept = json.load(file)
        self.spread = {}
        for sentence in self.kept:
            for word in sentence["words"]:
                self.spread[word] = self.spread.get(word, 0) + 1
        return {}

    def items(self, request):
        return {"items": [self.item(sentence) for sentence in self.kept]}

    def read(self, request):
        asked = set(words(request["question"], self.reader))
        scored = []
        for place, sentence in enumerate(self.kept):
            score = sum(self.weight(word) for word in asked.intersection(sentence["words"]))
            if score > 0:
                scored.append((-round(score, 9), -place, sentence))  # of equals, the latest first
        best = [sentence for _, _, sentence in sorted(scored, key=lambda s: s[:2])]
        return {
            "answer": {"text": self.code(best, asked), "finish": "stop"},
            "items": [self.item(sentence) for sentence in best[: request["k"]]],
        }

    def close(self, request):
        return {}

    def weight(self, word):
        return 1 if self.reader == "rules-1" else math.log(1 + len(self.kept) / self.spread[word])

    @staticmethod
    def code(best, asked):
        """The first thing in the best sentence that looks like a code and was not asked about."""
        for sentence in best[:1]:
            said = sentence["text"].split("] ", 1)[-1]
            for word in re.findall(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*", said):
                if len(word) >= 4 and re.search(r"\d", word) and word.lower() not in asked:
                    return word
        return "unknown"

    @staticmethod
    def item(sentence):
        return {key: value for key, value in sentence.items() if key != "words"}


def main():
    memory = Memory()
    operations = {
        name: getattr(memory, name) for name in ("hello", "write", "open", "items", "read", "close")
    }
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = operations[request["op"]](request)
        except Exception as error:  # whatever goes wrong is told to whoever asked
            answer = {"error": type(error).__name__ + ": " + str(error)}
        answer["id"] = request["id"]
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
