(() => {
  const has = selector => document.querySelector(selector) !== null;
  const inPage = has('iframe, object, embed');
  const handlers = [...document.querySelectorAll('*')].some(element => element.getAttributeNames().some(name => name.startsWith('on')));
  const text = document.documentElement.outerHTML;
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  const content = {
    media: inPage || has('audio, video, bgsound'),
    pictures: inPage || has('img, svg, canvas, picture, input[type=image], video') || [...document.querySelectorAll('body, body *')].some(element => getComputedStyle(element).backgroundImage.includes('url(')),
    fields: inPage || has('input:not([type=hidden]), select, textarea, [contenteditable], [role=textbox], [role=combobox], [role=listbox], [role=slider], [role=spinbutton], [role=checkbox], [role=radio], [role=switch]'),
    links: inPage || has('a[href], area[href], [role=link]'),
    scripts: inPage || handlers || has('script:not([type]), script[type=module], script[type*=javascript], meta[http-equiv=refresh i]'),
  };
  const textOf = element => (element.getAttribute('aria-label') ?? (element.innerText || element.querySelector('img[alt]')?.alt || '')).replace(/\s+/g, ' ').trim().slice(0, 80);
  const bare = href => href.replace(/[?#].*$/, '').slice(0, 300);
  const isOwn = ({ href, origin }) => origin === location.origin && href.length <= 2000;
  const shown = element => element.checkVisibility({ visibilityProperty: true });
  const navigation = [...document.querySelectorAll('nav, [role=navigation]')].filter(shown).slice(0, 4).map((element, at) => ({
    name: (element.getAttribute('aria-label') ?? element.id ?? '').slice(0, 100) || `navigation ${at + 1}`, links: [...element.querySelectorAll('a[href]')].filter(isOwn).slice(0, 40).map(one => ({ url: bare(one.href), name: textOf(one) })),
  }));
  // In English, German, French and Spanish.
  const HELP = { contact: /^(?:contact(?: us)?|kontakt|contactez-nous|nous contacter|contacto|contáctenos)$/i, help: /^(?:help|hilfe|aide|ayuda|support|faq|faqs|help cent(?:er|re))$/i };
  const helpOf = one => (/^mailto:/i.test(one.href) ? 'mail' : /^tel:/i.test(one.href) ? 'phone' : Object.keys(HELP).find(kind => HELP[kind].test(textOf(one))));
  const parts = {
    navigation, search: has('input[type=search], [role=search], search, form[action*=search i]'), siteMap: [...document.querySelectorAll('a[href]')].some(one => /^(?:site ?map|sitemap|plan du site|mapa del sitio|seitenübersicht)$/i.test(textOf(one))),
    help: [...new Set([...document.querySelectorAll('a[href]')].slice(0, 1000).filter(shown).flatMap(one => helpOf(one) ?? []))],
  };
  const links = [...document.querySelectorAll('a[href]')].flatMap(({ href }) => (URL.canParse(href) && /^https?:/.test(href) ? [href.replace(/#.*$/, '')] : []));
  return { links: [...new Set(links)].filter(href => href.length <= 2000).slice(0, 500), title: document.title.slice(0, 300), language: document.documentElement.lang.slice(0, 40), parts, hash: `${(hash >>> 0).toString(16).padStart(8, '0')}${text.length.toString(16)}`, content, textLength: (document.body?.innerText ?? '').length };
})()
