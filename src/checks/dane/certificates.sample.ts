import type { CertificateSeen } from '../../core/outside/probes.ts';

/** Certificates whose keys were thrown away; golden files name them. */
export const certificates: Readonly<Record<string, CertificateSeen>> = {
  /** For mx1.example.org, by `authority`. */
  leaf: {
    subject: 'CN=mx1.example.org', issuer: 'CN=Lab Root CA', names: ['mx1.example.org'], notBefore: 1795227180000, notAfter: 1803089580000,
    serialNumber: '4036751755EB81BEF78BB4173AFF9FC6', signatureAlgorithm: 'ecdsa-with-SHA256', key: { type: 'EC', bits: 256 },
    der: 'MIIBxjCCAWugAwIBAgIQQDZ1F1Xrgb73i7QXOv+fxjAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtMYWIgUm9vdCBDQTAiGA8yMDI2MTEyMTAyMTMwMFoYDzIwMjcwMjIwMDIxMzAwWjAaMRgwFgYDVQQDDA9teDEuZXhhbXBsZS5vcmcwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARcJ+zxoAghgl5FtRtSj5Q9h3h4Zwuwm8GIjq02lgkqQLFNavjIbpvpoik9hLbVMUlOYTcfEge2vR+e41NsuyDYo4GSMIGPMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMBMGA1UdJQQMMAoGCCsGAQUFBwMBMBoGA1UdEQQTMBGCD214MS5leGFtcGxlLm9yZzAdBgNVHQ4EFgQUDNHYMnoQUHV77SikVnbqoH98BvMwHwYDVR0jBBgwFoAUWVbb0Rk+KpxutYmxqhngmp676RkwCgYIKoZIzj0EAwIDSQAwRgIhAKqtBl9UuotmRTCz1eWRt0iWUIc2XgAjsdRKk2A2+I2KAiEA2g/L46goKo05lpBACJ8OZFl0vTYFzvwU91L1J3iiZ/g=',
    spki: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEXCfs8aAIIYJeRbUbUo+UPYd4eGcLsJvBiI6tNpYJKkCxTWr4yG6b6aIpPYS21TFJTmE3HxIHtr0fnuNTbLsg2A==',
  },
  /** For example.org, by `authority`. */
  leafOfDomain: {
    subject: 'CN=example.org', issuer: 'CN=Lab Root CA', names: ['example.org'], notBefore: 1795227180000, notAfter: 1803089580000,
    serialNumber: '40A309DA22AE535DB147D612B955C3AB', signatureAlgorithm: 'ecdsa-with-SHA256', key: { type: 'EC', bits: 256 },
    der: 'MIIBvTCCAWOgAwIBAgIQQKMJ2iKuU12xR9YSuVXDqzAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtMYWIgUm9vdCBDQTAiGA8yMDI2MTEyMTAyMTMwMFoYDzIwMjcwMjIwMDIxMzAwWjAWMRQwEgYDVQQDDAtleGFtcGxlLm9yZzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFwn7PGgCCGCXkW1G1KPlD2HeHhnC7CbwYiOrTaWCSpAsU1q+Mhum+miKT2EttUxSU5hNx8SB7a9H57jU2y7INijgY4wgYswDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwEwYDVR0lBAwwCgYIKwYBBQUHAwEwFgYDVR0RBA8wDYILZXhhbXBsZS5vcmcwHQYDVR0OBBYEFAzR2DJ6EFB1e+0opFZ26qB/fAbzMB8GA1UdIwQYMBaAFFlW29EZPiqcbrWJsaoZ4Jqeu+kZMAoGCCqGSM49BAMCA0gAMEUCIDdb0lLjcoo6jybJB0y9IYgVgVa8bru0ZZeXwBd21LWqAiEAtUwToA/jYSL2L+DXhrAXQow+aAG3Clduev0HL04j+fo=',
    spki: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEXCfs8aAIIYJeRbUbUo+UPYd4eGcLsJvBiI6tNpYJKkCxTWr4yG6b6aIpPYS21TFJTmE3HxIHtr0fnuNTbLsg2A==',
  },
  /** An authority of its own. */
  authority: {
    subject: 'CN=Lab Root CA', issuer: 'CN=Lab Root CA', names: [], notBefore: 1795227180000, notAfter: 1803089580000,
    serialNumber: '401DF2B2CE4F59C89802000DC6E09233', signatureAlgorithm: 'ecdsa-with-SHA256', key: { type: 'EC', bits: 256 },
    der: 'MIIBkTCCATegAwIBAgIQQB3yss5PWciYAgANxuCSMzAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtMYWIgUm9vdCBDQTAiGA8yMDI2MTEyMTAyMTMwMFoYDzIwMjcwMjIwMDIxMzAwWjAWMRQwEgYDVQQDDAtMYWIgUm9vdCBDQTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKrlDXFWncHsYS/Bthysc38dS4VGBEgCSaY2VGtjsb/zyKLe9y9HwkkZld4VYsJjf/zU0Mj8EE0qe59z3zOwo0KjYzBhMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBRZVtvRGT4qnG61ibGqGeCanrvpGTAfBgNVHSMEGDAWgBRZVtvRGT4qnG61ibGqGeCanrvpGTAKBggqhkjOPQQDAgNIADBFAiEAxVPqA6fR1D5YEakaJyuQNJhRvtohpZp/NINyZzADRBQCIHdI/Y6DtPohh4X4x0NEWJ0SA3nni4tvAwkdT+mQ9kIC',
    spki: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEquUNcVadwexhL8G2HKxzfx1LhUYESAJJpjZUa2Oxv/PIot73L0fCSRmV3hViwmN//NTQyPwQTSp7n3PfM7CjQg==',
  },
  /** For mx1.example.org, by `stranger`. */
  strangersLeaf: {
    subject: 'CN=mx1.example.org', issuer: 'CN=Lab Root CA', names: ['mx1.example.org'], notBefore: 1795227180000, notAfter: 1803089580000,
    serialNumber: '40D3A343E005DE303A853516DB9806C2', signatureAlgorithm: 'ecdsa-with-SHA256', key: { type: 'EC', bits: 256 },
    der: 'MIIBxjCCAWugAwIBAgIQQNOjQ+AF3jA6hTUW25gGwjAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtMYWIgUm9vdCBDQTAiGA8yMDI2MTEyMTAyMTMwMFoYDzIwMjcwMjIwMDIxMzAwWjAaMRgwFgYDVQQDDA9teDEuZXhhbXBsZS5vcmcwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ1SXbmqDvug7rke5OGZ6+vc8fffB0jZKXwgCOpgIY17CMAlVZsJpqfcd7NuoHjbkkiRhd7MCi1r5Vytm0pzeAJo4GSMIGPMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeAMBMGA1UdJQQMMAoGCCsGAQUFBwMBMBoGA1UdEQQTMBGCD214MS5leGFtcGxlLm9yZzAdBgNVHQ4EFgQUfOfMrTO4gXHwGSgDi6Ne3ZmpKi4wHwYDVR0jBBgwFoAUun7kbv4C+Empr/9n6+XVSEzywJMwCgYIKoZIzj0EAwIDSQAwRgIhAK7gfd9MGso8PhmdJw13t49vSSaqloUZUZ6lClaMeI+KAiEA1CJyKZTEquP72tfbaW+jC0gzIEOGaWiiNxBKH012pCU=',
    spki: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAENUl25qg77oO65HuThmevr3PH33wdI2Sl8IAjqYCGNewjAJVWbCaan3HezbqB425JIkYXezAota+VcrZtKc3gCQ==',
  },
  /** Another authority of the same name. */
  stranger: {
    subject: 'CN=Lab Root CA', issuer: 'CN=Lab Root CA', names: [], notBefore: 1795227180000, notAfter: 1803089580000,
    serialNumber: '40C6F61AE1687633BEC7B6D5F7294DC6', signatureAlgorithm: 'ecdsa-with-SHA256', key: { type: 'EC', bits: 256 },
    der: 'MIIBkjCCATegAwIBAgIQQMb2GuFodjO+x7bV9ylNxjAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtMYWIgUm9vdCBDQTAiGA8yMDI2MTEyMTAyMTMwMFoYDzIwMjcwMjIwMDIxMzAwWjAWMRQwEgYDVQQDDAtMYWIgUm9vdCBDQTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABCXGOrrPnIle+JSxfVuUB8vPCNVkPqW88Czf/Qsz+60ASgY18yQn3+IaLv/y5huenVH7X/Be5uxn799kpKca5zijYzBhMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBS6fuRu/gL4Samv/2fr5dVITPLAkzAfBgNVHSMEGDAWgBS6fuRu/gL4Samv/2fr5dVITPLAkzAKBggqhkjOPQQDAgNJADBGAiEAgenB+Yu3if+qo49wgH4TGq9kRVTBU0MD96Nu0+xlBlYCIQCvpjZDnLzIBDj5NQaCpaJf5M0QYuGN61OfEVeDyVu+nQ==',
    spki: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEJcY6us+ciV74lLF9W5QHy88I1WQ+pbzwLN/9CzP7rQBKBjXzJCff4hou//LmG56dUftf8F7m7Gfv32SkpxrnOA==',
  },
};
