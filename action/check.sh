#!/usr/bin/env bash
# Checks the domains of the step and says how it ended. What the step was given comes in variables and is never read as code.
set -u

# Names go in by standard input, so that none is read as a flag.
names() {
  printf '%s\n' "$DOMAINS" | tr ', \t' '\n\n\n'
  if [ -n "$FILE" ]; then cat -- "$FILE"; fi
}

# What was given comes into commands of the runner escaped, so that it cannot begin another one.
escaped() {
  local text=${1//'%'/%25}
  text=${text//$'\r'/%0D}
  printf '%s' "${text//$'\n'/%0A}"
}

summary() {
  if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then printf '%s\n' "$1" >> "$GITHUB_STEP_SUMMARY"; fi
}

misuse() {
  echo "::error title=Check domains::$(escaped "$1")"
  summary '## Check of domains'
  summary 'The step was called wrongly, and nothing was checked. The annotation says what to change.'
  echo 'exit-code=2' >> "$GITHUB_OUTPUT"
  exit 2
}

if [ -n "$FILE" ] && [ ! -r "$FILE" ]; then misuse "The file \"$FILE\" cannot be read."; fi
case "$COULD_NOT_TELL" in fail | warn) ;; *) misuse "could-not-tell is fail or warn, not \"$COULD_NOT_TELL\"." ;; esac
case "$FAIL_ON" in critical | high | medium | low | info | none) ;; *) misuse "fail-on is critical, high, medium, low, info or none, not \"$FAIL_ON\"." ;; esac
case "$FORMAT" in github | sarif | junit | json | text) ;; *) misuse "format is github, sarif, junit, json or text, not \"$FORMAT\"." ;; esac
if [ -z "$(names | sed 's/#.*//' | tr -d '[:space:]')" ]; then misuse 'No domain was given: name some in domains, or a file with one a line.'; fi

options=(--format "$FORMAT")
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then options+=(--summary "$GITHUB_STEP_SUMMARY"); fi
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
