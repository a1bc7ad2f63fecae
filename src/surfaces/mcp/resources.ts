import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type ReadResourceResult, type Resource, type ResourceTemplateType } from '@modelcontextprotocol/server';
import type { Caller } from '../../core/access.ts';
import { refusalOf } from '../../core/judgement.ts';
import type { AnyOperation, FileReply } from '../../core/operation.ts';
import type { ProblemBody } from '../../core/problem.ts';
import { pathMembers } from '../../core/operation.ts';
import type { CallOperation } from './call-tool.ts';
import type { Documents } from './documents.ts';

const DOCS = 'dss://docs/';
const MARKDOWN = 'text/markdown';
const MAX_CHARACTERS = 1024 * 1024;

/** What is long and is read as a whole: the documentation, and the files that operations make. */
export class Resources {
  readonly #documents: Documents;
  readonly #files: readonly AnyOperation[];
  readonly #call: CallOperation;

  constructor(operations: readonly AnyOperation[], caller: Caller, documents: Documents, call: CallOperation) {
    this.#documents = documents;
    this.#files = operations.filter(operation => operation.kind === 'file' && operation.method === 'GET' && operation.access !== 'session' && refusalOf(operation, caller) === null);
    this.#call = call;
  }

  list(): Resource[] {
    return this.#documents.pages.map(({ name, title }) => ({ uri: DOCS + name, name, title, mimeType: MARKDOWN }));
  }

  templates(): ResourceTemplateType[] {
    const finding = {
      uriTemplate: `${DOCS}findings/{id}`, name: 'finding', title: 'What a finding means',
      description: 'Why a finding matters, how it is judged and how to fix it, by its id such as spf.lookups.', mimeType: MARKDOWN,
    };
    return [finding, ...this.#files.map(({ id, summary, description, path, input }) => {
      const query = Object.keys(input.shape as object).filter(name => !pathMembers(path).includes(name));
      return { uriTemplate: `${uriOf(path)}${query.length > 0 ? `{?${query.join(',')}}` : ''}`, name: id, title: summary, description };
    })];
  }

  /** Throws `ProtocolError` where there is no such thing, or not for this caller. */
  async read(uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
    if (uri.startsWith(DOCS)) {
      const text = this.#documents.read(uri.slice(DOCS.length));
      if (text === null) throw new ResourceNotFoundError(uri);
      return { contents: [{ uri, mimeType: MARKDOWN, text }] };
    }
    const found = this.#fileAt(uri);
    if (!found) throw new ResourceNotFoundError(uri);
    const { ok, body } = await this.#call(found.operation, found.input, { signal, emit: null });
    if (!ok) throw refused(uri, body as ProblemBody);
    const { contentType, body: file } = body as FileReply;
    return { contents: [{ uri, mimeType: contentType.split(';')[0]!, text: await textOf(file) }] };
  }

  #fileAt(uri: string): { operation: AnyOperation; input: Record<string, unknown> } | null {
    const [address = '', query = ''] = uri.split('?', 2);
    for (const operation of this.#files) {
      const params = match(uriOf(operation.path), address);
      if (params) return { operation, input: { ...Object.fromEntries(new URLSearchParams(query)), ...params } };
    }
    return null;
  }
}

/** `/api/domains/{id}/report` is `dss://domains/{id}/report`. */
function uriOf(path: string): string {
  return `dss://${path.replace(/^\/api\//, '')}`;
}

/** What stands in `address` for each `{name}` of `template`; null where they are not alike. */
function match(template: string, address: string): Record<string, string> | null {
  const [wanted, given] = [template.split('/'), address.split('/')];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined ? part !== given[index] : given[index] === '') return null;
    if (name !== undefined) params[name] = given[index]!;
  }
  return params;
}

async function textOf(file: FileReply['body']): Promise<string> {
  if (typeof file === 'string') return file;
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of file) {
    text += typeof part === 'string' ? part : decoder.decode(part, { stream: true });
    if (text.length > MAX_CHARACTERS) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The file is larger than 1 MiB. Narrow it with filters, or fetch it over HTTP.');
  }
  return text;
}

function refused(uri: string, problem: ProblemBody): ProtocolError {
  if (problem.status === 404) return new ResourceNotFoundError(uri);
  return new ProtocolError(problem.status === 0 || problem.status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams, problem.detail, problem);
}
