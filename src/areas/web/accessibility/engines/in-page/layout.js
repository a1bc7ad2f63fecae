// What happens to the page in other windows, with larger and wider text, under the pointer and while time passes.
globalThis.dssLayout ??= (() => {
  const { seen } = globalThis.dssWorld;
  const MAX_ELEMENTS = 3000;
  const MAX_OF_RULE = 10;
  const MAX_TRIGGERS = 6;
  const MAX_FIELDS = 8;
  const noted = [];
  const tried = new Set();
  const RULES = {
    reflow: { criteria: ['1.4.10'], impact: 'serious', help: 'The page reflows at a width of 320 pixels' },
    'resize-text': { criteria: ['1.4.4'], impact: 'serious', help: 'Nothing gets lost at 200 %' },
    'text-spacing': { criteria: ['1.4.12'], impact: 'serious', help: 'Nothing gets lost with wider text spacing' },
    orientation: { criteria: ['1.3.4'], impact: 'serious', help: 'The page works in both orientations' },
    'hover-content': { criteria: ['1.4.13'], impact: 'serious', help: 'Content on hover stays while it is pointed at, and can be dismissed' },
    'moving-content': { criteria: ['2.2.2'], impact: 'serious', help: 'What moves can be paused' },
    flashes: { criteria: ['2.3.1'], impact: 'critical', help: 'Nothing flashes more than three times a second' },
    'on-input': { criteria: ['3.2.2'], impact: 'serious', help: 'Nothing changes unexpectedly on input' },
  };
  const note = (rule, outcome, element, says) => {
    if (noted.filter(one => one.rule === rule).length < MAX_OF_RULE && !noted.some(one => one.rule === rule && one.element === element)) noted.push({ rule, outcome, element, says });
  };

  const shown = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true });
  const isForEyes = element => element.closest('[aria-hidden=true], script, style, noscript, template, svg, math') === null;
  const hasText = element => [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim() !== '');
  const texts = () => [...document.querySelectorAll('body, body *')].slice(0, MAX_ELEMENTS).filter(element => hasText(element) && isForEyes(element) && shown(element));
  const linesOf = element => [...element.childNodes].filter(node => node.nodeType === 3 && node.data.trim() !== '').flatMap(node => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  }).filter(({ width, height }) => width > 1 && height > 1);
  const quote = element => (element.innerText ?? '').replace(/\s+/g, ' ').trim().slice(0, 60);

  // Tables, code, maps and the like may need two dimensions (WCAG 2.2, 1.4.10).
  const TWO_DIMENSIONS = 'table, [role=table], [role=grid], [role=treegrid], pre, code, textarea, select, iframe, object, embed, canvas, video, [role=toolbar], [role=application], [role=img], [contenteditable]';
  const scrollsAlone = element => {
    for (let at = element; at && at !== document.body && at !== document.documentElement; at = at.parentElement) if (/auto|scroll|hidden|clip/.test(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  const canScroll = () => ![document.documentElement, document.body].some(one => one && /hidden|clip/.test(getComputedStyle(one).overflowX));

  const clipOf = element => {
    for (let at = element; at && at !== document.body && at !== document.documentElement; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at);
      if (/hidden|clip/.test(overflowX) || /hidden|clip/.test(overflowY)) return at;
      if (/auto|scroll/.test(overflowX + overflowY) || position === 'fixed') return null;
    }
    return null;
  };
  const isInside = (line, box, slack) => {
    const [x, y] = [line.x + line.width / 2, line.y + line.height / 2];
    return x > box.left - slack && x < box.right + slack && y > box.top - slack && y < box.bottom + slack;
  };
  let whole = new Map();
  const isWhole = (element, clip, slack) => linesOf(element).every(line => isInside(line, clip.getBoundingClientRect(), slack));
  /** Where one opens and closes, or shows a part by design, what is cut off may be meant. */
  const mayBeMeant = clip => {
    const style = getComputedStyle(clip);
    return style.webkitLineClamp !== 'none' || style.textOverflow === 'ellipsis' || clip.querySelector('[aria-expanded], details, summary') !== null || clip.parentElement?.querySelector('[aria-expanded], [aria-roledescription]') !== null || clip.getBoundingClientRect().height < 4 || clip.getBoundingClientRect().width < 4;
  };
  const lose = (rule, certain, says) => {
    let lost = 0;
    for (const [element, clip] of whole) {
      if (!element.isConnected || !shown(element) || isWhole(element, clip, 2)) continue;
      lost++;
      note(rule, certain && !mayBeMeant(clip) ? 'failed' : 'cantTell', element, `${says}: "${quote(element)}".`);
    }
    if (lost === 0 && whole.size > 0) tried.add(rule);
  };

  let spacing = null;
  const textOnScreen = () => texts().flatMap(element => (linesOf(element).some(line => line.bottom > 0 && line.top < innerHeight && line.right > 0 && line.left < innerWidth) ? [...element.childNodes].filter(node => node.nodeType === 3).map(node => node.data.trim().length) : [])).reduce((sum, length) => sum + length, 0);
  let upright = 0;

  // Where a pointer makes something appear: by the selectors of styles, or by what the markup says.
  const hoverSelectors = () => [...document.styleSheets].flatMap(sheet => {
    try {
      return [...sheet.cssRules].slice(0, 2000).flatMap(rule => (rule.selectorText?.includes(':hover') && /display|visibility|opacity|height|transform|clip/.test(rule.style.cssText) ? rule.selectorText.split(',').flatMap(one => /^(.*?[^\s>+~]):hover\S*\s*[\s>+~]/.exec(one)?.[1]?.trim() ?? []) : []));
    } catch {
      return [];
    }
  });
  const triggers = [];
  const fields = [];
  let before = new Set();
  let appeared = [];
  let at = null;
  const newlyShown = () => texts().filter(element => !before.has(element));
  const middleOf = element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };

  return {
    reflow() {
      const overflow = document.documentElement.scrollWidth - innerWidth;
      if (overflow <= 8) tried.add('reflow');
      else {
        const wide = texts().filter(element => element.closest(TWO_DIMENSIONS) === null && !scrollsAlone(element));
        const line = element => linesOf(element).find(one => one.width > innerWidth + 8 && one.left < innerWidth && one.left > -innerWidth);
        const lines = wide.filter(line);
        for (const element of lines) note('reflow', canScroll() ? 'failed' : 'cantTell', element, `At a width of ${innerWidth} CSS pixels a line of this text is ${Math.round(line(element).width)} pixels wide.`);
        const boxes = [...document.querySelectorAll('body *')].slice(0, MAX_ELEMENTS).filter(element => isForEyes(element) && shown(element) && element.closest(TWO_DIMENSIONS) === null && element.querySelector(TWO_DIMENSIONS) === null && !scrollsAlone(element) && !['img', 'picture'].includes(element.localName) && element.getBoundingClientRect().right + scrollX > innerWidth + 8 && quote(element) !== '');
        const outer = boxes.find(element => !boxes.includes(element.parentElement));
        if (lines.length === 0 && outer) note('reflow', 'cantTell', outer, `At a width of ${innerWidth} CSS pixels the page is ${Math.round(overflow)} pixels wider than its window: can all of this be read without scrolling in two directions?`);
      }
      return null;
    },
    keep() {
      whole = new Map(texts().flatMap(element => {
        const clip = clipOf(element);
        return clip !== null && isWhole(element, clip, 1) ? [[element, clip]] : [];
      }));
      return null;
    },
    enlarged() {
      lose('resize-text', false, 'Is all of this text there at a zoom of 200 %');
      return null;
    },
    space() {
      // Not by an element, which the policy of the page may forbid.
      spacing = new CSSStyleSheet();
      spacing.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }');
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, spacing];
      return null;
    },
    spaced() {
      lose('text-spacing', true, 'With the text spacing of WCAG 1.4.12 a part of this text is cut off');
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => sheet !== spacing);
      return null;
    },
    upright() {
      upright = textOnScreen();
      return null;
    },
    turned() {
      const across = textOnScreen();
      const [less, more] = [Math.min(upright, across), Math.max(upright, across)];
      if (more >= 80 && less * 5 < more) note('orientation', 'cantTell', document.documentElement, `In ${across < upright ? 'landscape' : 'portrait'} most of the text is gone (${less} of ${more} characters in the window): can the page be used like that?`);
      else if (more > 0) tried.add('orientation');
      return null;
    },
    hovers() {
      const marked = 'button[aria-describedby], a[aria-describedby], [data-tooltip], [data-tippy-content], [data-bs-toggle=tooltip], [onmouseover], [onmouseenter]';
      const all = [...new Set([...hoverSelectors(), marked])].flatMap(selector => {
        try {
          return [...document.querySelectorAll(selector)];
        } catch {
          return [];
        }
      });
      triggers.push(...[...new Set(all)].filter(element => shown(element) && element !== document.body && element.getBoundingClientRect().width > 0).slice(0, MAX_TRIGGERS));
      return triggers.length;
    },
    hover(number) {
      at = triggers[number];
      at.scrollIntoView({ block: 'center', behavior: 'instant' });
      before = new Set(texts());
      return middleOf(at);
    },
    appeared() {
      // What is part of its own trigger cannot be left for another place.
      appeared = newlyShown();
      return appeared.length === 0 ? null : { trigger: middleOf(at), content: middleOf(appeared[0]) };
    },
    pointed() {
      if (!appeared.some(shown)) note('hover-content', 'failed', at, `What appears here under the pointer, "${quote(appeared[0]) || appeared[0].textContent.trim().slice(0, 60)}", goes away when the pointer comes to it.`);
      else tried.add('hover-content');
      return null;
    },
    dismissed() {
      const left = appeared.find(shown);
      if (!left) return null;
      const { x, y } = middleOf(left);
      const covers = document.elementsFromPoint(x, y).some(element => !element.contains(left) && !left.contains(element) && !element.contains(at) && hasText(element));
      if (covers) note('hover-content', 'cantTell', at, `Can "${quote(left)}", which covers other content, be dismissed without moving the pointer? Escape did nothing.`);
      return null;
    },
    moving(scripts) {
      const long = document.getAnimations().filter(({ playState, effect }) => playState === 'running' && effect?.target && (effect.getComputedTiming().endTime > 5000 || effect.getComputedTiming().iterations === Infinity) && shown(effect.target) && effect.target.getBoundingClientRect().width > 0);
      for (const { effect } of long) note('moving-content', 'cantTell', effect.target, 'This moves by itself for more than five seconds: can it be paused, stopped or hidden?');
      const may = long.length > 0 || document.querySelector('canvas, video[autoplay], img[src*=".gif" i], img[src*=".apng" i], marquee') !== null || (scripts && document.scripts.length > 0);
      if (!may) tried.add('moving-content').add('flashes');
      return may;
    },
    moved(moves) {
      if (moves && !noted.some(({ rule }) => rule === 'moving-content')) note('moving-content', 'cantTell', document.documentElement, 'Something on this page moves by itself for more than five seconds: can it be paused, stopped or hidden?');
      return null;
    },
    flashed(outcome, count) {
      if (outcome === 'passed') tried.add('flashes');
      else note('flashes', outcome, document.documentElement, `A part of the window flashes ${count} times within a second.`);
      return null;
    },
    fields() {
      const all = [...document.querySelectorAll('select, input[type=radio]:not(:checked), input[type=checkbox]')].filter(field => shown(field) && !field.disabled && (field.localName !== 'select' || field.options.length > 1));
      fields.push(...all.slice(0, MAX_FIELDS));
      return fields.length;
    },
    input(number) {
      const field = fields[number];
      if (field.localName === 'select') field.selectedIndex = (field.selectedIndex + 1) % field.options.length;
      else field.checked = !field.checked;
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
      return null;
    },
    changed(number, went) {
      if (went === null) tried.add('on-input');
      else note('on-input', 'cantTell', fields[number], `Changing this leads to ${went}: are people told so before?`);
      return null;
    },
    end() {
      const failing = new Set(noted.map(({ rule }) => rule));
      return {
        version: null,
        results: noted.filter(({ element }) => element.isConnected).map(({ rule, outcome, element, says }) => ({ rule, act: [], ...RULES[rule], outcome, says, ...seen(element) })),
        passed: [...tried].filter(rule => !failing.has(rule)).map(rule => ({ rule, act: [], criteria: RULES[rule].criteria })),
      };
    },
  };
})()
