import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { goldenSuite } from '../golden.ts';
import { analyzeTakeover } from './analyze.ts';
import type { TakeoverFacts } from './collect.ts';
import { serviceAt, serviceOf, unclaimedWords } from './match.ts';
import { rules } from './rules.ts';
import { hostedServices } from './services.ts';

goldenSuite<TakeoverFacts, undefined>('analyzeTakeover agrees with every golden case', import.meta.url, rules, ({ facts }) => analyzeTakeover(facts));

suite('a target is matched with a service by whole labels', () => {
  const cases: [target: string, service: string | null][] = [
    ['example.github.io', 'GitHub Pages'],
    ['notgithub.io', null],
    ['github.io.example.net', null],
    ['bucket.s3.amazonaws.com', 'AWS S3'],
    ['bucket.s3.eu-west-1.amazonaws.com', 'AWS S3'],
    ['bucket.s3-website-eu-west-1.amazonaws.com', 'AWS S3'],
    ['bucket.s3-website.eu-central-1.amazonaws.com', 'AWS S3'],
    ['lb-1.eu-west-1.elb.amazonaws.com', 'AWS Elastic Load Balancing'],
    ['ec2.amazonaws.com', null],
    ['app.westeurope.cloudapp.azure.com', 'Azure Cloud Services'],
    ['site.azurewebsites.net', 'Azure App Service'],
  ];
  for (const [target, service] of cases) test(target, () => assert.equal(serviceOf([target])?.name ?? null, service));
  test('any name on the way counts', () => assert.equal(serviceOf(['example.herokuapp.com', 'ingress.example.net'])?.name, 'Heroku'));
  test('an address of a service counts', () => assert.equal(serviceAt(['192.0.2.1', '185.199.109.153'])?.name, 'GitHub Pages'));
});

test('words on a page are found whatever their case and apostrophes', () => {
  const github = serviceOf(['x.github.io'])!;
  assert.equal(unclaimedWords(github, '<p>THERE ISN\'T A GITHUB PAGES SITE HERE.</p>'), 'There isn\'t a GitHub Pages site here.');
  assert.equal(unclaimedWords(github, '<p>There isn&#39;t a GitHub Pages site here.</p>'), 'There isn\'t a GitHub Pages site here.');
  assert.equal(unclaimedWords(github, '<p>Hello</p>'), null);
});

suite('the catalogue holds together', () => {
  test('it has at least 60 services, each once', () => {
    const names = hostedServices.map(({ name }) => name);
    assert.ok(names.length >= 60);
    assert.equal(new Set(names).size, names.length);
  });
  test('every service is recognized by a page or by a target that does not exist', () =>
    assert.deepEqual(hostedServices.filter(({ pages, nxdomain }) => !pages && !nxdomain).map(({ name }) => name), []));
  test('no suffix stands twice, and each is a lower-case name', () => {
    const suffixes = hostedServices.flatMap(service => service.suffixes);
    assert.equal(new Set(suffixes).size, suffixes.length);
    assert.deepEqual(suffixes.filter(suffix => !/^[a-z0-9*-]+(\.[a-z0-9*-]+)+$/.test(suffix)), []);
  });
  test('words are long enough not to be found by chance', () =>
    assert.deepEqual(hostedServices.flatMap(({ pages = [] }) => pages).filter(words => words.length < 10), []));
});
