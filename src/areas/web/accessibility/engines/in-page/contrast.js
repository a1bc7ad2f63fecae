globalThis.dssContrast ??= (() => {
  const { elementOf } = globalThis.dssWorld;
  const MAX_PX = { width: 800, height: 400 };
  let style = null;
  const ancestors = element => (element.parentElement ? [element, ...ancestors(element.parentElement)] : [element]);
  const isPlain = element => {
    const { textShadow, webkitTextStrokeWidth, color } = getComputedStyle(element);
    return color.startsWith('rgb(') && textShadow === 'none' && webkitTextStrokeWidth === '0px' && ancestors(element).every(one => {
      const { opacity, filter, mixBlendMode } = getComputedStyle(one);
      return opacity === '1' && filter === 'none' && mixBlendMode === 'normal';
    });
  };
  return {
    /** Where the text of the element itself stands, its colour and the contrast that it needs; null where pixels tell nothing. */
    facts(number) {
      const element = elementOf(number);
      if (!element?.isConnected || element.ownerDocument !== document || element.matches(':disabled') || !isPlain(element) || [...element.children].some(one => one.textContent.trim() !== '')) return null;
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, top, width, height } = range.getBoundingClientRect();
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const size = parseFloat(fontSize);
      if (element.textContent.trim() === '' || width < 4 || height < 4) return null;
      return {
        box: { x: Math.max(0, left + scrollX), y: Math.max(0, top + scrollY), width: Math.min(MAX_PX.width, width), height: Math.min(MAX_PX.height, height) },
        colour: color.match(/\d+/g).map(Number), needed: size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5,
      };
    },
    hide(number) {
      const element = elementOf(number);
      style = element.getAttribute('style');
      for (const [name, value] of [['transition', 'none'], ['color', 'transparent'], ['-webkit-text-fill-color', 'transparent'], ['text-decoration-color', 'transparent']]) element.style.setProperty(name, value, 'important');
      return null;
    },
    show(number) {
      const element = elementOf(number);
      if (style === null) element.removeAttribute('style');
      else element.setAttribute('style', style);
      return null;
    },
    failed(number, says) {
      return { rule: 'contrast-of-pixels', act: ['afw4f7'], criteria: ['1.4.3'], impact: 'serious', help: 'Text has enough contrast to what is behind it', outcome: 'failed', says, ...globalThis.dssWorld.seen(elementOf(number)) };
    },
  };
})()
