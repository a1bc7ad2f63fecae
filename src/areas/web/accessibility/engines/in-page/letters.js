// Whether a picture shows nothing but lines of text: letters, or words whose letters touch, on one ground, of like height, side by side in lines.
globalThis.dssLetters ??= (() => {
  const MAX_SIDE = 700;
  const MIN_LETTERS = 8;

  const pixelsOf = async address => {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.naturalWidth, picture.naturalHeight));
    const [width, height] = [Math.max(1, Math.round(picture.naturalWidth * scale)), Math.max(1, Math.round(picture.naturalHeight * scale))];
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
    context.drawImage(picture, 0, 0, width, height);
    return { width, height, data: context.getImageData(0, 0, width, height).data };
  };
  /** The most frequent colour, in steps of 32. */
  const groundOf = ({ data }) => {
    const counts = new Map();
    for (let at = 0; at < data.length; at += 4) {
      const key = (data[at] >> 5) * 64 + (data[at + 1] >> 5) * 8 + (data[at + 2] >> 5);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const [key, count] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best));
    return { colour: [(key >> 6) * 32 + 16, ((key >> 3) & 7) * 32 + 16, (key & 7) * 32 + 16], share: count / (data.length / 4) };
  };
  const inkOf = ({ width, height, data }, [red, green, blue]) => {
    const ink = new Uint8Array(width * height);
    for (let at = 0; at < ink.length; at++) ink[at] = Math.abs(data[4 * at] - red) + Math.abs(data[4 * at + 1] - green) + Math.abs(data[4 * at + 2] - blue) > 160 ? 1 : 0;
    return ink;
  };
  /** The connected marks, as boxes with the number of their pixels. */
  const marksOf = (ink, width, height) => {
    const marks = [];
    const stack = [];
    for (let start = 0; start < ink.length; start++) {
      if (ink[start] !== 1) continue;
      const mark = { left: width, right: 0, top: height, bottom: 0, pixels: 0 };
      stack.push(start);
      ink[start] = 2;
      while (stack.length > 0) {
        const at = stack.pop();
        const [x, y] = [at % width, Math.floor(at / width)];
        mark.left = Math.min(mark.left, x);
        mark.right = Math.max(mark.right, x);
        mark.top = Math.min(mark.top, y);
        mark.bottom = Math.max(mark.bottom, y);
        mark.pixels++;
        for (let dy = -1; dy <= 1; dy++) {
          for (let dx = -1; dx <= 1; dx++) {
            const [nx, ny] = [x + dx, y + dy];
            if (nx < 0 || ny < 0 || nx >= width || ny >= height || ink[ny * width + nx] !== 1) continue;
            ink[ny * width + nx] = 2;
            stack.push(ny * width + nx);
          }
        }
      }
      marks.push(mark);
    }
    return marks;
  };
  const isLetter = ({ left, right, top, bottom, pixels }) => {
    const [width, height] = [right - left + 1, bottom - top + 1];
    return height >= 6 && width <= 12 * height && height <= 12 * width && pixels < 0.95 * width * height + 1;
  };
  /** Rows of at least four marks whose middles lie at one height, whose heights are alike and that follow closely. */
  const linesOf = letters => {
    const lines = [];
    for (const letter of letters.toSorted((a, b) => a.left - b.left)) {
      const height = letter.bottom - letter.top + 1;
      const line = lines.find(({ last, tallest }) => letter.top < last.bottom && letter.bottom > last.top && height < 2.5 * tallest && tallest < 2.5 * height && letter.left - last.right < 2.5 * tallest);
      if (line) {
        line.letters.push(letter);
        line.last = letter;
        line.tallest = Math.max(line.tallest, height);
      } else lines.push({ letters: [letter], last: letter, tallest: height });
    }
    return lines.filter(({ letters }) => letters.length >= 4);
  };

  return async (element, address) => {
    if (!address.startsWith('data:') && new URL(address, location.href).origin !== location.origin) return null;
    const picture = await pixelsOf(address);
    const { colour, share } = groundOf(picture);
    if (share < 0.35) return { lines: 0 };
    const marks = marksOf(inkOf(picture, colour), picture.width, picture.height);
    const lines = linesOf(marks.filter(isLetter));
    const inLines = lines.flatMap(({ letters }) => letters);
    const pixels = all => all.reduce((sum, mark) => sum + mark.pixels, 0);
    return { lines: lines.length, letters: inLines.length, onlyText: inLines.length >= MIN_LETTERS && pixels(inLines) > 0.8 * pixels(marks) && share > 0.5 };
  };
})();
