import { goldenSuite } from '../golden.ts';
import { analyzeDomain, rules, type RegistryView } from './analyze.ts';
import type { DomainFacts } from './collect.ts';

goldenSuite<DomainFacts, RegistryView>('analyzeDomain agrees with every golden case', import.meta.url, rules, ({ facts, others }) => analyzeDomain(facts, others));
