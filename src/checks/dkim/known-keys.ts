/** A public key whose private half anybody can read, as p= holds it. */
export interface KnownKey {
  source: string;
  key: string;
}

// Source: the examples of the standards that print both halves, as public copies have them, 2026-11-22. They are pasted into zones to this day.
export const knownKeys: readonly KnownKey[] = [
  {
    source: 'RFC 6376 appendix C',
    key: 'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYtIxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhitdY9tf6mcwGj'
      + 'aNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB',
  },
  {
    source: 'RFC 8463 appendix A',
    key: 'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2'
      + 'EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB',
  },
  { source: 'RFC 8463 appendix A', key: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=' },
];
