import { invalid } from '../../core/invalid-input.ts';
import { problemReply, type Reply } from '../../core/pipeline.ts';
import { Problem } from '../../core/problem.ts';

/** The reply that says `problem`, under another status where HTTP has a nearer one. */
export function refusal(problem: Problem, requestId: string, status: number = problem.status): Reply {
  const reply = problemReply(problem, requestId);
  return { ...reply, status, body: { ...(reply.body as object), status } };
}

/** The refusal of an HTTP message, in words of its own. */
export function badMessage(detail: string): Problem {
  return invalid([{ path: [], message: detail }]);
}

export function tooLong(what: string): Problem {
  return new Problem('content_too_large', `${what} Send less in it.`);
}

export function overloaded(detail: string): Problem {
  return new Problem('overloaded', `${detail} Send the request again.`, {}, 1);
}

export function fault(): Problem {
  return new Problem('internal_error', 'This is a fault of the service and has been logged. Try again; if it stays, tell the operator the request id.');
}
