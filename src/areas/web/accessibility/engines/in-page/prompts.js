(async () => {
  const checker = new globalThis.dssAce.Checker();
  const guideline = 'WCAG_2_2';
  const { checkpoints } = checker.getGuidelines().find(({ id }) => id === guideline);
  const criteriaOf = Map.groupBy(checkpoints.flatMap(({ num, rules = [] }) => rules.map(({ id }) => ({ id, num }))), ({ id }) => id);
  const { results } = await checker.check(document, [guideline]);
  const asked = results.filter(({ value }) => value[1] === 'POTENTIAL' || value[1] === 'MANUAL');
  return [...Map.groupBy(asked, ({ ruleId }) => ruleId)].map(([rule, same]) => (
    { rule, says: same[0].message, elements: same.length, criteria: [...new Set((criteriaOf.get(rule) ?? []).map(({ num }) => num))] }
  ));
})()
