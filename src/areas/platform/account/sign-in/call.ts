import type { Call } from '../../../../core/operation.ts';
import type { AccountServices } from '../services.ts';
import type { SignInReply, SignInRequest } from './sign-in.ts';

/** Hands a call to the sign-in library and its reply to the surface; gives the body. */
export async function callSignIn(call: Call, { signIn }: Pick<AccountServices, 'signIn'>, request: Pick<SignInRequest, 'method' | 'path'> & Partial<Pick<SignInRequest, 'query' | 'body'>>): Promise<unknown> {
  const { browser, address, requestId, now, caller } = call;
  const reply = await signIn.handle({
    query: {}, body: null, ...request, browser, address, requestId, now,
    userId: caller.kind === 'session' ? caller.userId : null,
    afterwards: work => call.afterwards(work),
  });
  respond(call, reply);
  return reply.body;
}

function respond({ respond }: Call, { status, setCookies, location }: SignInReply): void {
  respond.status = status;
  if (setCookies.length > 0) respond.headers['set-cookie'] = setCookies;
  if (location !== null) respond.headers['location'] = location;
}
