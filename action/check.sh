#!/usr/bin/env bash
# Checks the domains of the step and says how it ended. What the step was given comes in variables and is never read as code.
set -u

# Names go in by standard input, so that none is read as a flag.
names() {
  printf '%s\n' "$DOMAINS" | tr ', \t' '\n\n\n'
  if [ -n "$FILE" ]; then cat -- "$FILE"; fi
}

if [ -n "$FILE" ] && [ ! -r "$FILE" ]; then
  echo "::error title=Check domains::The file \"$FILE\" cannot be read."
  exit 2
fi
case "$COULD_NOT_TELL" in
  fail | warn) ;;
  *) echo '::error title=Check domains::could-not-tell is fail or warn.'; exit 2 ;;
esac

options=(--format "$FORMAT")
if [ "$FAIL_ON" != none ]; then options+=(--fail-on "$FAIL_ON"); fi

if [ -n "$OUTPUT" ]; then
  names | node "$DSS" check - "${options[@]}" > "$OUTPUT"
else
  names | node "$DSS" check - "${options[@]}"
fi
code=${PIPESTATUS[1]}

echo "exit-code=$code" >> "$GITHUB_OUTPUT"
if [ "$code" -eq 7 ]; then
  echo '::warning title=Check domains::A DNS lookup failed: the check could not tell. Run it again.'
  if [ "$COULD_NOT_TELL" = warn ]; then exit 0; fi
fi
exit "$code"
