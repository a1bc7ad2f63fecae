import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { csvOf, withoutCovered, zoneOf } from './snippets.ts';

const proof = (domain: string) => ({ domain, record: { name: `_dss-challenge.${domain}`, type: 'TXT', value: 'dss-challenge=00ff' } });

suite('the records that prove many domains', () => {
  test('are a line of a zone file each, with full names and quoted text', () =>
    assert.equal(zoneOf([proof('shop.example'), proof('xn--mnchen-3ya.example')]), '_dss-challenge.shop.example. 3600 IN TXT "dss-challenge=00ff"\n_dss-challenge.xn--mnchen-3ya.example. 3600 IN TXT "dss-challenge=00ff"\n'));
  test('are a line of CSV each, below the names of the columns', () =>
    assert.equal(csvOf([proof('shop.example')]), 'name,type,value\r\n_dss-challenge.shop.example,TXT,dss-challenge=00ff\r\n'));
  test('leave out names below another one of them, and no others', () =>
    assert.deepEqual(withoutCovered(['www.shop.example', 'shop.example', 'a.b.shop.example', 'myshop.example', 'www.other.example'].map(proof)).map(({ domain }) => domain), ['shop.example', 'myshop.example', 'www.other.example']));
});
