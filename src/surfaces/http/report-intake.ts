import { OverQuota, type Intake } from '../../areas/mail/dmarc/index.ts';
import { limited, problemReply } from '../../core/pipeline.ts';
import { Problem } from '../../core/problem.ts';
import type { Exchange, ExchangeEndpoint } from './exchange.ts';
import { fault } from './refusal.ts';

/** What is reserved for a body that does not say how long it is. */
const UNDECLARED_BYTES = 4 * 1024 * 1024;
const BODY_MS = 25_000;
const RETRY_SECONDS = 60;
const FORM = /^(multipart\/|application\/x-www-form-urlencoded)/i;

/** Where reporters post TLS reports (RFC 8460 §5.4), and machines whole files: the token in the address is the only key. */
export function reportIntakeEndpoint(intake: Intake, report: (error: unknown, requestId: string) => void): ExchangeEndpoint {
  return {
    method: 'POST',
    path: '/in/{token}',
    id: 'report_intake',
    async answer(exchange) {
      try {
        const data = await takePosted(intake, exchange);
        return Response.json({ success: true, data }, { status: 201 });
      } catch (error) {
        if (!(error instanceof Problem)) report(error, exchange.requestId);
        const { status, headers, body } = problemReply(error instanceof Problem ? error : fault(), exchange.requestId);
        return new Response(JSON.stringify(body), { status, headers: { ...headers as Record<string, string>, 'content-type': 'application/problem+json' } });
      }
    },
  };
}

async function takePosted({ maxBytes, budget, admit, take }: Intake, exchange: Exchange): Promise<{ id: string; state: string }> {
  const admission = await admit(exchange.params['token']!, exchange.address, 'https');
  if (admission === 'unknown') throw new Problem('not_found', 'This address takes no reports. The account shows the right one at /api/dmarc/intake.');
  if (admission === 'later') throw notNow('There were too many reports in this hour.');
  if (admission instanceof OverQuota) throw limited(admission.count, admission.now);
  if (FORM.test(exchange.headers.get('content-type') ?? '')) throw new Problem('unsupported_media_type', 'Send the file itself as the body: JSON, XML, gzip, zip or a mail.');
  const reserved = Math.min(exchange.declaredBytes ?? UNDECLARED_BYTES, maxBytes);
  if (!budget.take(reserved, exchange.address)) throw notNow('There is no capacity for this report right now.');
  try {
    const bytes = await exchange.bytes({ maxBytes: exchange.declaredBytes === null ? reserved : maxBytes, timeoutMs: BODY_MS });
    const taken = await take(admission, { way: 'https', bytes });
    if (taken === 'later') throw notNow('The same report is just being removed.');
    if (taken instanceof OverQuota) throw limited(taken.count, taken.now);
    return taken;
  } finally {
    budget.give(reserved, exchange.address);
  }
}

function notNow(what: string): Problem {
  return new Problem('overloaded', `${what} Send it again later.`, {}, RETRY_SECONDS);
}
