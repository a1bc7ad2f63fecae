export { plainHost } from './fold.ts';
export { createMatcher, type Brand, type Matcher, type Reason } from './matcher.ts';
