/** The page that signs in. */
export const texts = {
  title: 'Sign in',
  lead: 'With the e-mail address and password of your account.',
  email: 'E-mail address',
  password: 'Password',
  submit: 'Sign in',
  new: 'New here?',
  signUp: 'Make an account',
  forgotten: 'Forgotten password',
} as const;
