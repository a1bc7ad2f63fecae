import { html, type Html } from '../../../core/html.ts';
import { leadTo, type Place } from '../place.ts';
import { freshPage } from './layout.ts';

interface Field {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  autocomplete: string;
  hint?: string;
  minLength?: number;
}

/** A page with one form, sent as JSON to an operation. */
interface FormPage {
  path: string;
  title: string;
  lead: string;
  /** Address of the operation. */
  action: string;
  fields: readonly Field[];
  submit: string;
  /** What is said, or where one goes, after success; `next` of the query goes before it where `keepsNext` is set. */
  done: { text: string } | { to: string };
  keepsNext?: true;
  /** Constant members of the body. */
  fixed?: Readonly<Record<string, string>>;
  /** The token of the link that led here goes along. */
  takesToken?: true;
  more?: readonly { to: string; text: string }[];
}

const email: Field = { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username' };
const name: Field = { name: 'name', label: 'Your name', type: 'text', autocomplete: 'name' };
const chosen: Field = {
  name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', minLength: 8,
  hint: '8 to 128 characters. A few words are better than one with signs.',
};

const pages: readonly FormPage[] = [
  {
    path: '/two-factor', title: 'Second factor', lead: 'Type the six digits that your authenticator shows.', keepsNext: true,
    action: '/api/auth/two-factor/verify-totp', fields: [{ name: 'code', label: 'Code', type: 'text', autocomplete: 'one-time-code' }],
    submit: 'Go on', done: { to: '/' },
  },
  {
    path: '/sign-up', title: 'Make an account', lead: 'Checking domains from these pages is free.',
    action: '/api/auth/sign-up/email', fields: [name, email, chosen], fixed: { callbackURL: '/sign-in' }, submit: 'Make the account',
    done: { text: 'The account is made. If you get a letter, open the link in it first; then sign in.' }, more: [{ to: '/sign-in', text: 'Sign in' }],
  },
  {
    path: '/sign-out', title: 'Sign out', lead: 'Ends your session in this browser.',
    action: '/api/auth/sign-out', fields: [], submit: 'Sign out', done: { to: '/' },
  },
  {
    path: '/operator', title: 'First account',
    lead: 'Makes the account of the people who run this service. The token is in the link that the first start printed.',
    action: '/api/auth/operator', fields: [{ name: 'token', label: 'Token', type: 'text', autocomplete: 'off' }, name, email, chosen],
    submit: 'Make the account', done: { to: '/' },
  },
  {
    path: '/join', title: 'Join an account', lead: 'You were invited. Choose your name and a password.', takesToken: true,
    action: '/api/auth/join', fields: [name, chosen], submit: 'Join', done: { to: '/' },
  },
];

const askForReset: FormPage = {
  path: '/reset-password', title: 'Forgotten password', lead: 'We send a letter with a link that lets you choose a new one.',
  action: '/api/auth/request-password-reset', fields: [email], fixed: { redirectTo: '/reset-password' }, submit: 'Send the letter',
  done: { text: 'If there is an account with this address, the letter is on its way.' },
};
const resetPassword: FormPage = {
  path: '/reset-password', title: 'Choose a new password', lead: 'It replaces the old one, and ends all sessions.', takesToken: true,
  action: '/api/auth/reset-password', fields: [{ ...chosen, name: 'newPassword', label: 'New password' }],
  submit: 'Set the password', done: { to: '/sign-in' },
};

/** The pages on which people sign in, join and recover. */
export function formPlaces(): Place[] {
  return [
    ...pages.map((page): Place => ({ path: page.path, answer: ({ query }) => freshPage(200, page.title, formOf(page, query)) })),
    {
      path: '/reset-password',
      answer: ({ query }) => {
        if (query.has('error')) return leadTo('/reset-password');
        const page = query.has('token') ? resetPassword : askForReset;
        return freshPage(200, page.title, formOf(page, query));
      },
    },
  ];
}

function formOf(page: FormPage, query: URLSearchParams): Html {
  const { title, lead, action, fields, submit, done, fixed = {}, more = [] } = page;
  const hidden = { ...fixed, ...(page.takesToken ? { token: query.get('token') ?? '' } : {}) };
  const next = 'to' in done ? (page.keepsNext && ownPath(query.get('next'))) || done.to : null;
  const nextQuery = page.keepsNext && query.has('next') ? `?${new URLSearchParams({ next: query.get('next')! }).toString()}` : '';
  return html`<h1>${title}</h1>
<p>${lead}</p>
<noscript><p class="notice">This form needs JavaScript. Everything it does can be done with the <a href="/docs/api">API</a> as well.</p></noscript>
<form method="post" action="${action}" data-json data-next="${next ?? ''}" data-done="${'text' in done ? done.text : ''}" data-second-factor="/two-factor${nextQuery}">
<p class="notice" role="alert" tabindex="-1" hidden></p>
${Object.entries(hidden).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)}
${fields.map(field => fieldOf(field, field.name === 'token' ? query.get('token') : null))}
<button type="submit">${submit}</button>
</form>
${more.length > 0 && html`<p class="more">${more.map(({ to, text }) => html`<a href="${to}">${text}</a> `)}</p>`}`;
}

function fieldOf({ name, label, type, autocomplete, hint, minLength }: Field, value: string | null): Html {
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required ${minLength ? html`minlength="${minLength}"` : null}
value="${value ?? ''}" aria-describedby="${name}-hint ${name}-error">
<p class="hint" id="${name}-hint">${hint}</p><p class="error" id="${name}-error"></p></div>`;
}

/** `next` where it is a path of this service; another site must not borrow the sign-in to send people on. */
function ownPath(next: string | null): string | null {
  return next !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : null;
}
