import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { advisePolicy, type PolicyFacts, type SenderShare } from './policy.ts';

const TODAY = 20_000;
const own: SenderShare = { id: 'own', name: 'Own servers', class: 'own', messages: 10_000, passed: 9990, firstDay: TODAY - 400 };
const shop: SenderShare = { id: 'shop', name: 'Shop', class: 'known', messages: 100, passed: 0, firstDay: TODAY - 400 };
const forger: SenderShare = { id: 'unknown', name: 'Unknown sender', class: 'threat', messages: 500, passed: 0, firstDay: TODAY - 400 };
const well: PolicyFacts = {
  current: 'none', onTrial: false, days: 30, today: TODAY, daysWithReports: 30, since: TODAY - 29, reporters: ['google.com', 'Yahoo', 'gmx.net', 'mail.ru'], senders: [own, forger], openFindings: [],
};

const cases: Record<string, { facts: Partial<PolicyFacts>; target: string | null; ready: boolean; blocking: string[] }> = {
  'none goes to quarantine where all is well': { facts: {}, target: 'quarantine', ready: true, blocking: [] },
  'forgeries that fail do not stand against it': { facts: { senders: [own, { ...forger, messages: 1e6 }] }, target: 'quarantine', ready: true, blocking: [] },
  'a domain without a record begins with none': { facts: { current: 'missing' }, target: 'none', ready: true, blocking: [] },
  'a policy that could not be determined gets no advice': { facts: { current: null }, target: null, ready: false, blocking: ['policyUnknown'] },
  'thirteen days are too few': { facts: { daysWithReports: 13 }, target: 'quarantine', ready: false, blocking: ['tooFewDays'] },
  'three reporters are too few': { facts: { reporters: ['google.com', 'Yahoo', 'gmx.net'] }, target: 'quarantine', ready: false, blocking: ['tooFewReporters'] },
  'none of the big reporters is too few': { facts: { reporters: ['a.example', 'b.example', 'c.example', 'd.example'] }, target: 'quarantine', ready: false, blocking: ['noBigReporter'] },
  'few messages in few days are too few': { facts: { daysWithReports: 20, senders: [{ ...own, messages: 500, passed: 500 }] }, target: 'quarantine', ready: false, blocking: ['tooFewMessages'] },
  'few messages in a month are enough': { facts: { senders: [{ ...own, messages: 50, passed: 50 }] }, target: 'quarantine', ready: true, blocking: [] },
  'wanted messages that fail stand against it': { facts: { senders: [own, { ...shop, messages: 1000 }] }, target: 'quarantine', ready: false, blocking: ['legitimateFailing', 'legitimateFailing'] },
  'a new sender that fails stands against it': { facts: { senders: [own, { ...shop, firstDay: TODAY - 3 }] }, target: 'quarantine', ready: false, blocking: ['newSender'] },
  'an own sender of which a part fails stands against it': { facts: { senders: [own, { ...own, id: 'billing', messages: 100, passed: 90 }] }, target: 'quarantine', ready: false, blocking: ['senderFailing'] },
  'quarantine goes to reject after two weeks of it': { facts: { current: 'quarantine' }, target: 'reject', ready: true, blocking: [] },
  'quarantine stays while it is fresh': { facts: { current: 'quarantine', since: TODAY - 5 }, target: 'reject', ready: false, blocking: ['tooFewDays'] },
  'quarantine stays while a severe finding is open': { facts: { current: 'quarantine', openFindings: ['Something'] }, target: 'reject', ready: false, blocking: ['openFinding'] },
  'reject asks for more than quarantine': { facts: { current: 'quarantine', senders: [own, shop] }, target: 'reject', ready: false, blocking: ['legitimateFailing', 'legitimateFailing'] },
  'what holds a policy back is taken out first': { facts: { current: 'quarantine', onTrial: true }, target: 'quarantine', ready: true, blocking: [] },
  'reject is the end': { facts: { current: 'reject' }, target: null, ready: false, blocking: [] },
  'a domain that sends nothing goes straight to reject': { facts: { senders: [forger], reporters: ['google.com'] }, target: 'reject', ready: true, blocking: [] },
};

suite('advice on the next policy', () => {
  for (const [title, { facts, ...expected }] of Object.entries(cases)) {
    test(title, () => {
      const { target, ready, blocking } = advisePolicy({ ...well, ...facts });
      assert.deepEqual({ target, ready, blocking: blocking.map(({ code }) => code) }, expected);
    });
  }

  test('what the next step would stop in a week follows from what fails today', () => {
    assert.deepEqual(advisePolicy({ ...well, days: 7, senders: [own, shop, forger, { ...forger, class: 'unknown', messages: 7 }] }).impact, { legitimatePerWeek: 110, threatPerWeek: 500, unknownPerWeek: 7 });
  });
});
