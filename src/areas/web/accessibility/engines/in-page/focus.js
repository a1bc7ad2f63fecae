globalThis.dssFocus ??= (() => {
  const { seen, numberOf, elementOf } = globalThis.dssWorld;
  const MAX_HEIGHT = 4000;
  const met = new Set();
  const unseen = [];
  let last = null;
  const active = () => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at && at !== document.body && at !== document.documentElement ? at : null;
  };
  return {
    begin() {
      document.activeElement?.blur?.();
      return null;
    },
    step() {
      last = active();
      if (last === null || ['iframe', 'object', 'embed'].includes(last.localName)) return null;
      const again = met.has(last);
      met.add(last);
      const { box } = seen(last);
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { element: numberOf(last), again: again || box.width < 1 || box.height < 1, box, page: { width: Math.min(scrollWidth, 2000), height: Math.min(scrollHeight, MAX_HEIGHT) } };
    },
    blur() {
      active()?.blur();
      return null;
    },
    focus() {
      last?.focus({ preventScroll: true });
      return null;
    },
    note(number, isSeen) {
      if (!isSeen) unseen.push(elementOf(number));
      return null;
    },
    end() {
      const rule = { rule: 'focus-visible', act: ['oj04fd'], criteria: ['2.4.7'] };
      return {
        version: null,
        results: unseen.map(element => ({ ...rule, outcome: 'failed', impact: 'serious', help: 'Focus is visible', says: 'Not one pixel of the page changes when the keyboard focus comes to this element.', ...seen(element) })),
        passed: met.size > 0 && unseen.length === 0 ? [rule] : [],
      };
    },
  };
})()
