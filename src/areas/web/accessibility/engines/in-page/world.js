// What all engines and probes share in the world of a page: elements have one number and one way to be found again, whoever names them.
globalThis.dssWorld ??= (() => {
  const MAX_HTML = 400;
  const numbers = new Map();
  const elements = [];

  const numberOf = element => {
    if (!numbers.has(element)) {
      numbers.set(element, elements.length);
      elements.push(element);
    }
    return numbers.get(element);
  };
  const step = element => {
    const name = element.localName;
    const alike = [...(element.parentNode?.children ?? [])].filter(other => other.localName === name);
    return alike.length > 1 ? `${CSS.escape(name)}:nth-of-type(${alike.indexOf(element) + 1})` : CSS.escape(name);
  };
  const isOnly = (root, selector) => root.querySelectorAll(selector).length === 1;
  const pathIn = (root, element) => {
    const steps = [];
    for (let at = element; at && at !== root && at.nodeType === 1; at = at.parentNode) {
      const byId = at.id ? `#${CSS.escape(at.id)}` : null;
      if (byId && isOnly(root, byId)) return [byId, ...steps].join(' > ');
      steps.unshift(step(at));
    }
    return steps.join(' > ');
  };
  const selectorOf = element => {
    const root = element.getRootNode();
    const own = pathIn(root, element);
    if (root.host) return `${selectorOf(root.host)} >>> ${own}`;
    const frame = root.defaultView?.frameElement;
    return frame && root !== document ? `${selectorOf(frame)} >>>frame> ${own}` : own;
  };
  const boxOf = element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    let [left, top] = [x + scrollX, y + scrollY];
    for (let view = element.ownerDocument.defaultView; view && view !== window && view.frameElement; view = view.parent) {
      const frame = view.frameElement.getBoundingClientRect();
      [left, top] = [left + frame.x, top + frame.y];
    }
    return { x: Math.round(left), y: Math.round(top), width: Math.round(width), height: Math.round(height) };
  };
  const find = path => {
    let [root, found] = [document, null];
    for (const part of Array.isArray(path) ? path.flat(2) : path.split(/ >>>(?:i?frame>)? /)) {
      found = root?.querySelector(part) ?? null;
      root = found?.shadowRoot ?? found?.contentDocument ?? null;
    }
    return found;
  };
  /** Whether nobody can reach the element, since it is inert or behind a modal dialog. */
  const isInert = element => {
    const modal = [...element.ownerDocument.querySelectorAll('dialog:modal')].at(-1);
    const frame = element.ownerDocument.defaultView?.frameElement;
    return element.closest('[inert]') !== null || (modal !== undefined && element !== element.ownerDocument.documentElement && !modal.contains(element) && !element.contains(modal)) || Boolean(frame && frame.ownerDocument !== element.ownerDocument && isInert(frame));
  };
  /** Whether the element scrolls only because fonts are a little wider here than elsewhere. */
  const scrollsByFont = element => {
    const overflows = () => element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
    if (!element.style || !/auto|scroll/.test(getComputedStyle(element).overflow) || !overflows()) return false;
    const before = element.getAttribute('style');
    element.style.fontSize = '85%';
    const still = overflows();
    if (before === null) element.removeAttribute('style');
    else element.setAttribute('style', before);
    return !still;
  };
  const describe = element => ({ byFont: scrollsByFont(element), inert: isInert(element), element: numberOf(element), selector: selectorOf(element), html: (element.outerHTML ?? '').replace(/\s+/g, ' ').slice(0, MAX_HTML), box: boxOf(element) });
  const whole = () => describe(document.documentElement);
  /** Anything an engine gives for an element: itself, a way to it, or nothing for the page. */
  const seen = given => {
    try {
      const element = given?.nodeType === 1 ? given : given ? find(given) : null;
      return element ? describe(element) : whole();
    } catch {
      return whole();
    }
  };
  return { seen, find, numberOf, elementOf: number => elements[number] };
})()
