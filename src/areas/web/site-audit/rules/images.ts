import { defineRules } from '../../../../core/findings/rules.ts';
import type { ImageFacts } from '../page/index.ts';
import { checksOf, page, seen, seenAll, type Check } from './check.ts';
import { ref } from './references.ts';
import { brokenOf, knownOf, targetAt } from './targets.ts';

const alt = defineRules({ area: 'site-audit', record: 'page', prefix: 'alt' }, {
  missing: { severity: 'medium', title: 'An image has no alternative text', passTitle: 'Every image has an alternative text', why: 'People who cannot see the image miss what it shows, and search engines cannot index it.', fix: page('Describe the image in alt; use alt="" for decoration.'), references: [ref.alt] },
  long: { severity: 'low', title: 'An alternative text is longer than 125 characters', passTitle: 'Alternative texts are short', why: 'Screen readers read it in one go.', fix: page('Shorten it, and say the rest in the text.'), references: [ref.alt] },
  filename: { severity: 'low', title: 'An alternative text is the name of a file', passTitle: 'Alternative texts are words', why: 'It says nothing of the image.', fix: page('Say what the image shows.'), references: [ref.alt] },
});
const img = defineRules({ area: 'site-audit', record: 'page', prefix: 'img' }, {
  'broken': { severity: 'high', title: 'An image cannot be loaded', passTitle: 'Images can be loaded', why: 'Visitors see a broken image.', fix: page('Correct its address or restore the file.'), references: [ref.images] },
  'large': { severity: 'medium', title: 'An image is larger than 200 KB', passTitle: 'Images are small', why: 'The page loads slowly on phones.', fix: page('Scale it down and compress it.'), references: [ref.imageSize] },
  'no-dimensions': { severity: 'low', title: 'An image does not say its size', passTitle: 'Images say their size', why: 'The layout shifts when it loads.', fix: page('Add width and height.'), references: [ref.layoutShift] },
  'oversized-vs-rendered': { severity: 'medium', title: 'An image is more than twice as wide as it is shown', passTitle: 'Images are as wide as they are shown', why: 'Most of what is loaded is thrown away.', fix: page('Offer sizes with srcset.'), references: [ref.imageSize] },
  'legacy-format': { severity: 'low', title: 'An image is in an old format', passTitle: 'Images are in modern formats', why: 'WebP and AVIF need a half to a third of the bytes.', fix: page('Offer it as WebP or AVIF as well.'), references: [ref.imageSize] },
  'lazy-above-fold': { severity: 'medium', title: 'The first image waits until the page is laid out', passTitle: 'The first image loads at once', why: 'What people see first comes last.', fix: page('Remove loading=lazy from it.'), references: [ref.imageSize] },
  'picture-without-img': { severity: 'medium', title: 'A picture element has no img', passTitle: 'Every picture element has an img', why: 'Nothing is shown.', fix: page('Put an img into it, last.'), references: [ref.picture] },
  'video-without-poster-or-captions': { severity: 'low', title: 'A video has no preview or no captions', passTitle: 'Videos have preview and captions', why: 'People who cannot hear miss what is said, and the video is black before it starts.', fix: page('Add poster and a track with captions.'), references: [ref.captions] },
  'svg-no-name': { severity: 'low', title: 'An SVG has no accessible name', passTitle: 'SVGs have accessible names or are hidden', why: 'Screen readers announce a graphic without words.', fix: page('Add a title or aria-label, or aria-hidden where it decorates.'), references: [ref.alt] },
});

const { document, linked } = checksOf('images');
const MAX = { alt: 125, bytes: 200 * 1024, scale: 2, legacyBytes: 50 * 1024 };
const FILE_NAME = /^[\w\s.-]{1,100}\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)$|^(?:IMG|DSC|DCIM|PXL)[_-]?\d+$/i;
const ALWAYS_LEGACY = /\.(?:bmp|tiff?)(?:$|\?)/i;
const LEGACY = /^image\/(?:jpeg|png|gif|bmp|tiff)/i;
const show = (images: readonly ImageFacts[]) => seenAll([...new Set(images.map(({ src }) => (src === '' ? 'no src' : src)))]);

export const imageChecks: readonly Check[] = [
  document(alt.missing, ({ images }) => show(images.filter(image => image.alt === null && !image.decorative))),
  document(alt.long, ({ images }) => seenAll(images.flatMap(image => (image.alt !== null && image.alt.length > MAX.alt ? [image.alt] : [])))),
  document(alt.filename, ({ images }) => seenAll(images.flatMap(image => (image.alt !== null && FILE_NAME.test(image.alt.trim()) ? [image.alt] : [])))),
  linked(img.broken, ({ images }, _, site) => {
    const known = knownOf(images, site, ({ url }) => url);
    return known && seenAll([...new Set(brokenOf(known))]);
  }, 'image'),
  linked(img.large, ({ images }, _, site) => {
    const known = knownOf(images, site, ({ url }) => url, ({ status, bytes }) => status === 200 && bytes !== null);
    return known && seenAll([...new Set(known.flatMap(({ url, target: { bytes } }) => (bytes! > MAX.bytes ? [`${url}: ${bytes} bytes`] : [])))]);
  }, 'image'),
  document(img['no-dimensions'], ({ images }) => show(images.filter(({ width, height, decorative }) => !decorative && (width === null || height === null)))),
  document(img['oversized-vs-rendered'], (_, { rendered }) => (rendered === null ? null : seenAll(rendered.images.filter(({ naturalWidth, shownWidth }) => shownWidth > 0 && naturalWidth > shownWidth * MAX.scale).map(({ url, naturalWidth, shownWidth }) => `${url}: ${naturalWidth} pixels wide, shown at ${shownWidth}`))), 'rendering'),
  linked(img['legacy-format'], ({ images }, _, site) => show(images.filter(({ url, src, modernSource }) => {
    const target = targetAt(site, url);
    return !modernSource && (ALWAYS_LEGACY.test(src) || (LEGACY.test(target?.contentType ?? '') && (target?.bytes ?? 0) > MAX.legacyBytes));
  }))),
  document(img['lazy-above-fold'], ({ images }) => (images.length === 0 ? null : seen(images[0]!.lazy, images[0]!.src))),
  document(img['picture-without-img'], ({ pictures }) => seen(pictures.withoutImage > 0, `${pictures.withoutImage} of ${pictures.total}`)),
  document(img['video-without-poster-or-captions'], ({ videos }) => seenAll(videos.flatMap(({ poster, captions }, at) => (poster && captions ? [] : [`video ${at + 1}: ${[poster ? [] : ['no poster'], captions ? [] : ['no captions']].flat().join(', ')}`])))),
  document(img['svg-no-name'], ({ svgs }) => seen(svgs.unnamed > 0, `${svgs.unnamed} of ${svgs.total}`)),
];
