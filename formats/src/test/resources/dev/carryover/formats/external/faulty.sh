#!/bin/sh
# A memory that does one thing wrong: faulty.sh FAULT OPERATION FOLDER. In FOLDER it leaves "starts"
# and "log", a line for each start and for each request, and "children".
fault=$1 when=$2 state=$3
echo "$$" >>"$state/starts"
capabilities='"write","answer"' protocol=1 version=1 parallel=1
case $fault in
  protocol) protocol=2 ;;
  no-protocol) protocol='"one"' ;;
  nothing) capabilities='' ;;
  no-way-to-read) capabilities='"write","items"' ;;
  no-write) capabilities='"answer"' ;;
  unknown-capability) capabilities='"write","answer","telepathy"' ;;
  other-version) version=$(wc -l <"$state/starts" | tr -d ' ') ;;
  promises) capabilities='"write","answer","retrieve"' ;;
  lists) capabilities='"write","retrieve","items"' ;;
  parallel) parallel=4 ;;
  slow-start) sleep 1 ;;
  flood) yes 'a line on standard error that nobody asked for' | head -n 50000 >&2 ;;
esac
while IFS= read -r line; do
  id=${line#*'"id":'} id=${id%%,*}
  op=${line#*'"op":"'} op=${op%%'"'*}
  echo "$op" >>"$state/log"
  answer='{"id":'$id',"answer":{"text":"QX7752","finish":"stop"}}'
  case $op in
    hello) answer='{"id":'$id',"protocol":'$protocol',"name":"faulty","version":"'$version'","parallel":'$parallel',"capabilities":['$capabilities']}' ;;
    write) answer='{"id":'$id',"store":"elsewhere"}' ;;
  esac
  if [ "$op" = "$when" ]; then
    case $fault in
      crash) echo 'out of cheese' >&2; exit 3 ;;
      flood) echo 'the end of the flood' >&2; exit 4 ;;
      crash-once) if [ ! -e "$state/crashed" ]; then : >"$state/crashed"; exit 3; fi ;;
      hang) echo 'waiting for a sign' >&2; sleep 600 & echo $! >>"$state/children"; wait ;;
      partial) printf '{"id":%s,"ans' "$id"; exit 0 ;;
      closed) exec >&-; sleep 600 ;;
      text) answer='Loading the model...' ;;
      array) answer='[1,2]' ;;
      two) answer="$answer $answer" ;;
      wrong-id) answer='{"id":99999,"answer":{"text":"QX7752"}}' ;;
      no-id) answer='{"answer":{"text":"QX7752"}}' ;;
      not-utf8) answer=$(printf '{"id":%s,"answer":{"text":"\377"}}' "$id") ;;
      long) printf '{"id":%s,"answer":{"text":"' "$id"; head -c 100000000 /dev/zero | tr '\0' x; answer='"}}' ;;
      error) answer='{"id":'$id',"error":"no such \u001b[31mreader"}' ;;
      empty) answer='{"id":'$id'}' ;;
      bad-finish) answer='{"id":'$id',"answer":{"text":"QX7752","finish":"tired"}}' ;;
      bad-usage) answer='{"id":'$id',"answer":{"text":"QX7752","usage":{"tokens_in":-1}}}' ;;
      cut-off) answer='{"id":'$id',"answer":{"text":"QX77","finish":"length","usage":{"tokens_in":12,"tokens_out":3}}}' ;;
      promises) answer='{"id":'$id',"answer":{"text":"QX7752"}}' ;;
      deaf) exec sleep 600 ;;
      litter)
        folder=${line##*'"folder":"'} folder=${folder%%'"'*}
        if [ ! -e "$state/crashed" ]; then mkdir "$folder/half"; : >"$folder/half/done"; : >"$state/crashed"; exit 3; fi
        : >"$folder/whole"
        ;;
      no-file) answer='{"id":'$id'}' ;;
      twice) answer='{"id":'$id',"items":[{"id":"a","text":"x"},{"id":"a","text":"y"}]}' ;;
      lists) answer='{"id":'$id',"items":[{"id":"never listed","text":"x"}]}' ;;
    esac
  fi
  if [ "$op" = items ] && [ "$fault" = lists ]; then answer='{"id":'$id',"items":[{"id":"a","text":"x"}]}'; fi
  if [ "$op-$fault" = read-parallel ]; then # answers two at a time, the later one first
    if [ -z "${held-}" ]; then held=$answer; continue; fi
    answer=$answer'
'$held held=
  fi
  printf '%s\n' "$answer"
done
echo end >>"$state/log"
