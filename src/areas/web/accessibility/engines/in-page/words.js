// Titles against what the page says, and pictures that are nothing but text: what the engines leave to people.
(async () => {
  const { seen } = globalThis.dssWorld;
  const MAX_SVG_CHARACTERS = 20000;
  const MAX_PICTURES = 50;
  const results = [];
  const passed = [];
  const stem = word => word.toLowerCase().replace(/(?:ing|ed|es|s|en|er|e)$/, '').slice(0, 8);
  const wordsOf = text => (text.match(/[\p{L}\p{N}]{3,}/gu) ?? []).map(stem);
  const LITTLE = new Set(['the', 'and', 'for', 'with', 'from', 'der', 'die', 'das', 'und', 'les', 'des', 'los', 'las'].map(stem));
  const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

  const judgeTitle = () => {
    const title = document.title.trim();
    const text = document.body?.innerText ?? '';
    const own = [...new Set(wordsOf(title).filter(word => !LITTLE.has(word)))];
    if (document.documentElement.localName !== 'html' || own.length === 0 || UNSPACED.test(title)) return;
    const named = [...document.querySelectorAll('[alt], [aria-label], [title], svg title, meta[property="og:site_name"], meta[name=application-name]')].map(one => one.getAttribute('alt') ?? one.getAttribute('aria-label') ?? one.getAttribute('title') ?? one.getAttribute('content') ?? one.textContent);
    const said = new Set(wordsOf([text, ...named, location.href].join(' ')));
    const found = own.filter(word => said.has(word));
    const heading = new Set(wordsOf(document.querySelector('h1')?.innerText ?? ''));
    const rule = { rule: 'title-describes-page', act: ['c4a8a4'], criteria: ['2.4.2'], impact: 'serious', help: 'The title describes the page' };
    const narrower = heading.size >= 2 * own.length && own.every(word => heading.has(word));
    if (own.length >= 2 && found.length === 0 && wordsOf(text).length >= 4) results.push({ ...rule, outcome: 'failed', says: `Not one word of the title "${title}" occurs on the page.`, ...seen(document.querySelector('title')) });
    else if (found.length * 2 < own.length || narrower) results.push({ ...rule, outcome: 'cantTell', says: `Does the title "${title}" say what this page is about?`, ...seen(document.querySelector('title')) });
    else passed.push({ rule: rule.rule, act: [], criteria: rule.criteria });
  };

  const isShown = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getBoundingClientRect().width > 0;
  const nameOf = element => (element.getAttribute('aria-label') ?? element.getAttribute('alt') ?? element.querySelector?.(':scope > title')?.textContent ?? element.getAttribute('title') ?? '').trim();
  const isHidden = element => element.closest('[aria-hidden=true]') !== null;
  const isPicture = element => isShown(element) && !isHidden(element) && !['presentation', 'none'].includes(element.getAttribute('role'));

  const judgeNames = () => {
    const rule = { rule: 'image-name-describes-image', act: ['qt1vmo'], criteria: ['1.1.1'], impact: 'serious', help: 'The name of an image describes it', outcome: 'cantTell' };
    const insideNamed = element => element.parentElement?.closest('a[aria-label], button[aria-label]') !== null && element.parentElement !== null;
    const named = [...document.querySelectorAll('img, svg[role=img], canvas, [role=img]')].filter(one => isPicture(one) && nameOf(one) !== '' && !insideNamed(one) && (one.localName !== 'img' || one.naturalWidth > 0));
    for (const one of named.slice(0, MAX_PICTURES)) results.push({ ...rule, says: `Does "${nameOf(one).slice(0, 200)}" say what this image shows?`, ...seen(one) });
  };

  const addressOf = element => {
    if (element.localName === 'img' || (element.localName === 'input' && element.type === 'image')) return element.currentSrc || element.src;
    if (element.localName === 'object') return element.data;
    return /url\("?(.*?)"?\)/.exec(getComputedStyle(element).backgroundImage)?.[1] ?? '';
  };
  const svgAt = async address => {
    const isInline = address.startsWith('data:image/svg+xml');
    if (!isInline && (new URL(address, location.href).origin !== location.origin || !/\.svg(?:$|[?#])/.test(address))) return null;
    const text = isInline ? decodeURIComponent(address.slice(address.indexOf(',') + 1)) : await fetch(address).then(reply => (reply.ok ? reply.text() : ''));
    if (isInline && /;base64/.test(address.slice(0, address.indexOf(',')))) return new DOMParser().parseFromString(atob(text), 'image/svg+xml');
    return text.length > MAX_SVG_CHARACTERS ? null : new DOMParser().parseFromString(text, 'image/svg+xml');
  };
  const isLogo = (element, address) => [element.className?.baseVal ?? element.className, element.id, nameOf(element), address.startsWith('data:') ? '' : address].some(text => /logo|brand|wordmark/i.test(text)) || element.closest('header a, [role=banner] a') !== null;
  /** Where the page speaks of the letters themselves, their look may be what it is about. */
  const isAboutLetters = element => /\b(?:fonts?|typefaces?|lettering|calligraph\w*|handwrit\w*|signature|specimen)\b|\bwritten in\b/i.test(`${nameOf(element)} ${element.parentElement?.innerText ?? ''}`.slice(0, 2000));
  const isTiny = element => {
    const { width, height } = element.getBoundingClientRect();
    return width < 24 || height < 12;
  };
  const judgeText = async () => {
    const rule = { rule: 'image-of-text', act: ['0va7u6'], criteria: ['1.4.5'], impact: 'moderate', help: 'Text is text, and no image of text' };
    const pictures = [...document.querySelectorAll('img, input[type=image], object, [style*=background]')].filter(one => isShown(one) && addressOf(one) !== '');
    for (const one of pictures.slice(0, MAX_PICTURES)) {
      const address = addressOf(one);
      const svg = await svgAt(address).catch(() => null);
      const words = svg ? [...svg.querySelectorAll('text')].map(text => text.textContent.trim()).join(' ').split(/\s+/).filter(Boolean) : [];
      const drawn = svg ? svg.querySelectorAll('path, circle, ellipse, polygon, polyline, line, image, use').length : 0;
      if (words.length >= 2 && drawn === 0 && !isLogo(one, address)) results.push({ ...rule, outcome: 'failed', says: `The image is nothing but the text "${words.join(' ').slice(0, 200)}".`, ...seen(one) });
      else if (!svg && !isLogo(one, address) && !isTiny(one)) {
        const seenThere = await globalThis.dssLetters(one, address).catch(() => null);
        const fails = seenThere?.onlyText === true && !isAboutLetters(one);
        const says = fails ? `The image is nothing but text, in ${seenThere.lines} ${seenThere.lines === 1 ? 'line' : 'lines'}.` : 'Is there no text in this image that could be text of the page?';
        results.push({ ...rule, outcome: fails ? 'failed' : 'cantTell', says, ...seen(one) });
      }
    }
  };

  judgeTitle();
  judgeNames();
  await judgeText();
  return { version: null, results, passed };
})()
