import classes from './accessibility.module.css';
import { texts } from './texts/audit.ts';
import type { Finding } from './types.ts';

type Part = Finding['box'];

/** The part of a page around an element, which is outlined. */
export function ElementPicture({ auditId, picture, box }: { auditId: string; picture: NonNullable<Finding['picture']>; box: Part }) {
  const percent = (px: number, of: number): string => `${100 * Math.min(1, Math.max(0, px / of))}%`;
  const [left, top] = [box.x - picture.x, box.y - picture.y];
  return (
    <figure className={classes.picture} style={{ maxWidth: picture.width }}>
      <img src={`/api/accessibility-audit/${auditId}/pictures/${picture.picture}`} alt={texts.causes.picture} width={picture.width} height={picture.height} loading="lazy" />
      <span className={classes.outline} style={{ left: percent(left, picture.width), top: percent(top, picture.height), right: percent(picture.width - left - box.width, picture.width), bottom: percent(picture.height - top - box.height, picture.height) }} />
    </figure>
  );
}
