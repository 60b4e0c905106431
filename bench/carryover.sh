#!/bin/sh
# carryover.sh SAMPLES BASE_URL OUT [more arguments]
# Puts the questions of SAMPLES.jsonl ({"question", "answer"} a line) to an OpenAI-compatible
# server by the public command. OUT keeps the run and the answers: the same call goes on with what
# is missing. Needs a build that is up to date, or the launcher makes one first.
set -eu
home=$(cd -P "$(dirname "$0")/.." && pwd)
samples=$1 url=$2 out=$3
shift 3
mkdir -p "$out"
echo '{"id": "h1", "messages": []}' >"$out/histories.jsonl"
sed 's/^{/{"history": "h1", /' "$samples.jsonl" >"$out/questions.jsonl"
cat >"$out/migration.yaml" <<END_OF_FILE
name: carryover-bench
histories: jsonl:histories.jsonl?questions=questions.jsonl
formats:
  - lc-raw
services:
  server: {kind: openai, url: "$url", use: chat, parallel: 64}
old: {model: server}
new: {model: extractive-1}
END_OF_FILE
cd "$out"
# its answers are kept there, unless --cache says where
export CARRYOVER_HOME=.
exec "$home/carryover" baseline -c migration.yaml --out run "$@"
