globalThis.dssFocus ??= (() => {
  const { seen, numberOf, elementOf } = globalThis.dssWorld;
  const MAX_HEIGHT = 4000;
  const met = new Set();
  const noted = [];
  let [last, previous] = [null, null];
  const RULES = {
    'focus-visible': { act: ['oj04fd'], criteria: ['2.4.7'], impact: 'serious', help: 'Focus is visible' },
    'focus-obscured': { act: [], criteria: ['2.4.11'], impact: 'serious', help: 'Nothing covers what has the focus' },
    'focus-order': { act: [], criteria: ['2.4.3'], impact: 'moderate', help: 'Focus moves in the order of the content' },
    'keyboard-trap': { act: [], criteria: ['2.1.2'], impact: 'critical', help: 'The keyboard can leave every element' },
    'on-focus': { act: [], criteria: ['3.2.1'], impact: 'serious', help: 'Nothing changes on focus' },
  };
  const note = (rule, outcome, element, says) => void noted.push({ rule, outcome, element, says });
  const active = () => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at && at !== document.body && at !== document.documentElement ? at : null;
  };
  const shown = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled, [type=hidden], [type=radio]), select:not(:disabled), textarea:not(:disabled), [tabindex]';
  const others = () => [...document.querySelectorAll(FOCUSABLE)].filter(element => element.tabIndex >= 0 && !met.has(element) && element.closest('[inert], fieldset:disabled') === null && shown(element) && element.getBoundingClientRect().width > 0).length;

  const isOpaque = element => {
    const { backgroundColor, opacity, backgroundImage } = getComputedStyle(element);
    return Number(opacity) === 1 && (backgroundImage !== 'none' || !/^(?:transparent|rgba\(.*, (?:0|0?\.\d+)\))$/.test(backgroundColor));
  };
  /** What covers the element wholly: nothing of nine points of it is on top. */
  const covering = element => {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width < 4 || height < 4 || !shown(element) || element.getRootNode() !== document) return null;
    const tops = [0.1, 0.5, 0.9].flatMap(x => [0.1, 0.5, 0.9].map(y => document.elementFromPoint(left + x * width, top + y * height)));
    const covers = top => top !== null && !element.contains(top) && !top.contains(element) && top.closest('label')?.control !== element;
    return tops.every(covers) ? tops[4] : null;
  };
  const pinned = element => {
    for (let at = element; at; at = at.parentElement) if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
    return null;
  };
  const judgeCover = element => {
    const top = covering(element);
    if (top === null) return;
    const bar = pinned(top);
    const certain = bar !== null && !bar.contains(element) && (isOpaque(top) || isOpaque(bar));
    note('focus-obscured', certain ? 'failed' : 'cantTell', element, certain ? 'What is fixed to the window covers the whole element while it has the focus.' : 'Can this be seen while it has the focus? Something lies on top of it.');
  };
  const judgeOrder = (element, before) => {
    if (element.tabIndex > 0) return note('focus-order', 'cantTell', element, `Does the focus come here (tabindex ${element.tabIndex}) where people expect it?`);
    if (before === null || before.parentElement !== element.parentElement) return;
    const [a, b] = [before.getBoundingClientRect(), element.getBoundingClientRect()];
    const sameRow = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2;
    const backwards = getComputedStyle(element.parentElement ?? element).direction === 'rtl' ? b.left >= a.right : b.right <= a.left;
    if (sameRow && backwards || !sameRow && b.bottom <= a.top && b.left < a.right && a.left < b.right) note('focus-order', 'cantTell', element, 'The focus goes against the order in which these stand on the page: does that keep their meaning?');
  };

  return {
    begin() {
      document.activeElement?.blur?.();
      return null;
    },
    step() {
      previous = last;
      last = active();
      if (last === null || ['iframe', 'object', 'embed'].includes(last.localName)) return null;
      const again = met.has(last);
      if (!again) {
        judgeCover(last);
        judgeOrder(last, previous);
      }
      met.add(last);
      const { box } = seen(last);
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { element: numberOf(last), again: again || box.width < 1 || box.height < 1, stays: last === previous, box, page: { width: Math.min(scrollWidth, 2000), height: Math.min(scrollHeight, MAX_HEIGHT) } };
    },
    stays() {
      return active() === last;
    },
    others,
    trapped() {
      note('keyboard-trap', 'failed', last, 'Neither Tab, Shift and Tab nor Escape move the focus away from this element.');
      return null;
    },
    went(url, certain) {
      note('on-focus', certain ? 'failed' : 'cantTell', last, certain ? `Each time this gets the focus, the page goes to ${url}.` : `Once, when this got the focus, the page wanted to go to ${url}: does it do so by itself?`);
      return null;
    },
    blur() {
      active()?.blur();
      return null;
    },
    focus() {
      last?.focus({ preventScroll: true });
      return null;
    },
    unseen(number) {
      note('focus-visible', 'failed', elementOf(number), 'Not one pixel of the page changes when the keyboard focus comes to this element.');
      return null;
    },
    end() {
      const failing = new Set(noted.map(({ rule }) => rule));
      const stated = rule => ({ rule, act: RULES[rule].act, criteria: RULES[rule].criteria });
      return {
        version: null,
        results: noted.map(({ rule, outcome, element, says }) => ({ rule, ...RULES[rule], outcome, says, ...seen(element) })),
        passed: met.size > 0 ? Object.keys(RULES).filter(rule => !failing.has(rule)).map(stated) : [],
      };
    },
  };
})()
