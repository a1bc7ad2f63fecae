/** Everything that a refused request says, after RFC 9457; `code` is stable, `detail` says what to do. */
export interface ProblemBody {
  success: false;
  status: number;
  code: string;
  title: string;
  detail: string;
  [member: string]: unknown;
}

/** The codes in use, with the status and title of each. */
const codes = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  invalid_domain: { status: 400, title: 'This is not a bare domain name' },
  resolver_unavailable: { status: 503, title: 'No DNS resolver answers' },
} as const;
export type ProblemCode = keyof typeof codes;

/** A refusal; thrown only at the edge, by operations and what calls them. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly members: Record<string, unknown>;

  constructor(code: ProblemCode, detail: string, members: Record<string, unknown> = {}) {
    super(detail);
    this.code = code;
    this.members = members;
  }

  body(): ProblemBody {
    return { success: false, ...codes[this.code], code: this.code, detail: this.message, ...this.members };
  }
}
