// Sends the forms that are marked with data-json, and says in words what was refused.

for (const form of document.querySelectorAll('form[data-json]')) {
  form.addEventListener('submit', event => {
    event.preventDefault();
    void send(form);
  });
}

async function send(form) {
  const button = form.querySelector('button[type=submit]');
  button.disabled = true;
  say(form, '');
  try {
    const reply = await fetch(form.action, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
    });
    const body = await reply.json().catch(() => ({}));
    if (!reply.ok) refuse(form, body);
    else if (body?.twoFactorRedirect) location.assign(form.dataset.secondFactor);
    else if (form.dataset.next) location.assign(form.dataset.next);
    else {
      form.reset();
      say(form, form.dataset.done);
    }
  } catch {
    say(form, 'The service cannot be reached. Look at your connection and try again.');
  } finally {
    button.disabled = false;
  }
}

function say(form, text) {
  const notice = form.querySelector('[role=alert]');
  notice.hidden = text === '';
  notice.textContent = text;
  for (const error of form.querySelectorAll('.error')) error.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
  if (text !== '') notice.focus();
}

function refuse(form, { detail = 'The service did not say why it refused this.', errors = [] }) {
  say(form, detail);
  for (const { path, message } of errors) {
    const input = form.elements.namedItem(path);
    const error = document.getElementById(`${path}-error`);
    if (!input || !error) continue;
    input.setAttribute('aria-invalid', 'true');
    error.textContent = message;
  }
  form.querySelector('[aria-invalid]')?.focus();
}
