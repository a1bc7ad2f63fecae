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
  const links = [...document.querySelectorAll('a[href]')].flatMap(({ href }) => (URL.canParse(href) && /^https?:/.test(href) ? [href.replace(/#.*$/, '')] : []));
  return { links: [...new Set(links)].filter(href => href.length <= 2000).slice(0, 500), title: document.title.slice(0, 300), language: document.documentElement.lang.slice(0, 40), hash: `${(hash >>> 0).toString(16).padStart(8, '0')}${text.length.toString(16)}`, content, textLength: (document.body?.innerText ?? '').length };
})()
