export const auditFormats = ['text', 'json', 'sarif'] as const;
export type AuditFormat = (typeof auditFormats)[number];

/** How much a failure keeps people from using a page, the worst first. */
export const impacts = ['critical', 'serious', 'moderate', 'minor'] as const;
export type Impact = (typeof impacts)[number];
