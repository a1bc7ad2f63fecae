import { goldenSuite } from '../golden.ts';
import { analyzeDomain, type RegistryView } from './analyze.ts';
import type { DomainFacts } from './collect.ts';
import { rules } from './rules.ts';

goldenSuite<DomainFacts, RegistryView>('analyzeDomain agrees with every golden case', import.meta.url, rules, ({ facts, others }) => analyzeDomain(facts, others));
