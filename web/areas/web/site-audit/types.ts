import type { DataOf, InputOf, ReadRoute } from '../../../api/client.ts';

/** The results of the latest audit of a domain, one of its checks, a page and an issue. */
export type Results = NonNullable<DataOf<'GET /api/seo-results/{domainId}'>['data']>;
export type Check = Results['checks'][number];
export type PageLine = DataOf<'GET /api/site-audits/{id}/pages'>['data'][number];
export type PageDetails = DataOf<'GET /api/site-audits/{id}/pages/{page}'>['data'];
export type Issue = DataOf<'GET /api/site-audits/{id}/issues'>['data'][number];

/** One step of somebody who uses a page. */
export type Step = NonNullable<NonNullable<InputOf<'POST /api/site-audit/start'>['signIn']>['steps']>[number];
export type StepKind = Step['do'];

/** What an audit makes stale. */
export const auditRoutes: readonly ReadRoute[] = ['GET /api/seo-results/{domainId}', 'GET /api/site-audits/{id}/pages', 'GET /api/site-audits/{id}/issues'];
