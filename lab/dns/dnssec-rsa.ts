/**
 * The primes of the RSA keys that sign zones of the lab, base64url, by the bits of the modulus; the public exponent is 65537.
 * Made for the lab with node:crypto on 2026-11-22: making keys of this size takes longer than the whole start of the lab.
 */
export const rsaPrimes: Readonly<Record<number, readonly { p: string; q: string }[]>> = {
  512: [
    {
      p: '_GsPeB9wfIFK2ZvjdYRIbQXTT9zZage33qHTQsXiAKc',
      q: '5QLmIHRqAG_fQkEnCsaqyEhSCofqhg-l_yczEMBF4F0',
    },
  ],
  1024: [
    {
      p: '-JdQ40VnnCA3BusZG83TNPrgCrUfGu1ZaOnnV5rjlUiXam519pi5AUzGIOEYUEP6wEAZvqt2xFAQ1HtDZcFydQ',
      q: '3bhkqdK3aIE8J0-WNJy44llMkRom6Z6Vl1k9-Z1a2qK8y_PNxeetvyfFdyID-0QA-nNDjm7zCf4mZltG6YU5vQ',
    },
    {
      p: '_LTjoDZ2l7gT4K99MZ3G53eeRnf0ppQzlMKFGR2LQyzw5FkTWLYWK13Bk1EjQ6gFFhfR1FDUUVGvFFrzUTwhrQ',
      q: '2Ws7QHIO2mDn04n9WSFu52TBq7ChIWXxFlagQ2bh6HOJhLTH9mkn4hy7veRLTT2aJzE7KG8audoMK0Yxn0OUmw',
    },
  ],
  2048: [
    {
      p: 'yo50NGXEcnXmf2pPAYU_iqtpbSD8icZ6z3YdYSv9K-VmDbLsAbrx94YBg0AsEgvB7IZfqADhsVyRELaYWRmlGuBh71i1f4j-1SeYrPi2V8Ac9GW223WLagWvSmgZkjTWQ8vGy-QWqbV_cLV6n0m7qUDy2nlyKNNj3j_GscAHisc',
      q: 'uQX7cGais74KTemx9pAmVua_-ghZpBYjh5MtweOwaE84fn7qgl7RVfJyDSSDFYjpJ0PU6RNSKVWBht1p533bJGlwK53ShY3vdivTMlTTkorQtjCX2okykNF6FW8kAY1F9CP2bbtpdD3OATQV3-Zu9uaBClH5pc0ph7gLYkJ6NVU',
    },
    {
      p: '2Csw333zYPYQ8BXIjgbSDLXjUqmjR9Z4NmgxU1zj7ESAKTF4GYUIfWbmmymUoohCWQ3Zeb_a7IJheXB4T1uKMx90LrwkTlq--gvA0UW56Wk1kaVTUGNVW-DAUkWooh50HnYCyKTBumksoqWA6pY-KS_30e2Lq_G1h7YlxISmYOc',
      q: 'wjj_1GJNqN55Z6N4Iw1901_qhAQvPlC-FA_X3l0ctN3RmI1z9z8GJYXsRbEuTTNLO46cpw7Ww4kNioTx9x9In2UiOQu5yxcrNFK5ev7gGPX0mSy7Xlbtp3Owd23liHI7OOAPyzi4IzrR0XTWeUFMcBfk4xmM1fYuoy0qbuHfpNc',
    },
    {
      p: '8f3KpZknpr2O2s3unAaQZFlNUCMle_9Xnh8y0phav5BXuHX0law2hM0uSA9-LMOj6yxdaAPjVSHInDynVp3fefzC3IH3qBwjjJ5FbhfR_dms2qvIrzhF2t3KDuHuXVwhydioSyBUbNjupjOj-JBJ3ROjCAQkbAqwgPANzqIKW8c',
      q: '8JYZoChFGyeP5K3Kis8ksv7e4XXyXFy_EO0BTG1uVnwZwJs5kMlqL7RnA9rLRV9J9rKceokQxHP3-PBBSSLA1qb--L37od7o2zn9xBFscSev6nh0CigpWA-PS0aql3Uu2oPXO_EnOfbQ35zFNE3pABOGUFzN93NvIZ6TMheF3AM',
    },
  ],
};
