#!/bin/sh
# The smallest memory that Carryover can test: one line for each event, found again by the words
# that it shares with the question. It has no answers of its own: the reader of the migration file
# gets what it returns. The protocol is in docs/external-memory.md; requests are ASCII, one a line,
# and their keys always stand in one order, so that they can be taken apart without a JSON parser.
while IFS= read -r line; do
  id=${line#*'"id":'} id=${id%%,*}
  op=${line#*'"op":"'} op=${op%%'"'*}
  folder=${line##*'"folder":"'} folder=${folder%%'"'*}
  case $op in
    hello) answer='"protocol":1,"name":"lines","version":"1","capabilities":["write","retrieve"]' ;;
    write)
      events=${line#*'"events":['} events=${events%%'],"components":'*}
      printf '%s\n' "$events" | sed 's/},{"id":/}\
{"id":/g' | sed 's/^{"id":\("[^"]*"\)/{"events":[\1],"id":\1/' >"$folder/events"
      answer='"kept":true'
      ;;
    open) store=$folder/events answer='"open":true' ;;
    read)
      question=${line#*'"question":"'} question=${question%'","k":'*}
      k=${line##*'"k":'} k=${k%%[!0-9]*}
      items=$(QUESTION=$question awk '
        BEGIN {
          n = split(tolower(ENVIRON["QUESTION"]), asked, /[^a-z0-9]+/)
          for (i = 1; i <= n; i++) if (length(asked[i]) > 2) wanted[asked[i]]
        }
        {
          text = tolower(substr($0, index($0, "\"text\":\"") + 8))
          m = split(text, words, /[^a-z0-9]+/)
          score = 0
          for (w in wanted) seen[w] = 0
          for (i = 1; i <= m; i++) if (words[i] in wanted && !seen[words[i]]++) score++
          if (score) print score "\t" NR "\t" $0
        }' "$store" | sort -k1,1nr -k2,2nr | head -n "$k" | cut -f3- | paste -sd, -)
      answer='"items":['$items']'
      ;;
    *) answer='"done":true' ;;
  esac
  printf '{"id":%s,%s}\n' "$id" "$answer"
done
