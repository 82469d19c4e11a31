import { describe, expect, test } from 'vitest';
import { renameLabels, renamesSince, shownNames } from './speaker-naming.ts';

const labels = ['Speaker 1', 'Speaker 2', 'Ana'];

const rename = (names: Record<string, string>, speakers: Record<string, string>, by?: 'name' | 'label') =>
  renameLabels(names, labels, { speakers, by });

describe('renaming', () => {
  test('a speaker is found by the label of the file, and by the name shown', () => {
    expect(rename({}, { 'Speaker 1': 'Bo' })).toEqual({ 'Speaker 1': 'Bo' });
    expect(rename({ 'Speaker 1': 'Bo' }, { Bo: 'Bo Diaz' })).toEqual({ 'Speaker 1': 'Bo Diaz' });
    expect(rename({ 'Speaker 1': 'Bo' }, { 'Speaker 1': 'Cem' })).toEqual({ 'Speaker 1': 'Cem' });
  });

  test('the others keep their names, and nothing asked is nothing changed', () => {
    expect(rename({ 'Speaker 1': 'Bo' }, { 'Speaker 2': 'Cem' })).toEqual({
      'Speaker 1': 'Bo',
      'Speaker 2': 'Cem',
    });
    expect(rename({ 'Speaker 1': 'Bo' }, {})).toEqual({ 'Speaker 1': 'Bo' });
  });

  test('a speaker who gets the label of the file back is not renamed any more', () => {
    expect(rename({ 'Speaker 1': 'Bo' }, { Bo: 'Speaker 1' })).toEqual({});
    expect(rename({}, { Ana: 'Ana' })).toEqual({});
  });

  test('all keys are read before any name changes: two names can be swapped', () => {
    const swapped = rename({}, { 'Speaker 1': 'Speaker 2', 'Speaker 2': 'Speaker 1' });
    expect(swapped).toEqual({ 'Speaker 1': 'Speaker 2', 'Speaker 2': 'Speaker 1' });
    expect(rename(swapped, { 'Speaker 2': 'Bo' }, 'name')).toEqual({
      'Speaker 1': 'Bo',
      'Speaker 2': 'Speaker 1',
    });
  });

  test('two speakers with one name are renamed together by it, and parted by their labels', () => {
    const one = rename({}, { 'Speaker 1': 'Bo', 'Speaker 2': 'Bo' });
    expect(shownNames(one, labels)).toEqual(['Bo', 'Ana']);
    expect(rename(one, { Bo: 'Bo Diaz' })).toEqual({ 'Speaker 1': 'Bo Diaz', 'Speaker 2': 'Bo Diaz' });
    expect(rename(one, { 'Speaker 2': 'Cem' })).toEqual({ 'Speaker 1': 'Bo', 'Speaker 2': 'Cem' });
  });

  test('a key that is the name of one speaker and the label of another is refused until it is said which', () => {
    const merged = { 'Speaker 1': 'Ana' };
    expect(() => rename(merged, { Ana: 'Ana Ruiz' })).toThrow(
      expect.objectContaining({ code: 'ambiguous_speaker', key: 'Ana', named: ['Speaker 1', 'Ana'] }),
    );
    expect(rename(merged, { Ana: 'Ana Ruiz' }, 'name')).toEqual({ 'Speaker 1': 'Ana Ruiz', Ana: 'Ana Ruiz' });
    expect(rename(merged, { Ana: 'Ana Ruiz' }, 'label')).toEqual({ 'Speaker 1': 'Ana', Ana: 'Ana Ruiz' });
    const moved = { 'Speaker 1': 'Ana', Ana: 'Cem' };
    expect(() => rename(moved, { Ana: 'Bo' })).toThrow(
      expect.objectContaining({ code: 'ambiguous_speaker' }),
    );
  });

  test('a speaker whom nobody knows is named, and so are those there are', () => {
    expect(() => rename({ 'Speaker 1': 'Bo' }, { bo: 'Bo Diaz', 'Speaker 2': 'Cem', toString: 'x' })).toThrow(
      'The meeting has no speaker "bo", "toString". Its speakers are "Bo", "Speaker 2", "Ana".',
    );
    expect(() => rename({ 'Speaker 1': 'Bo' }, { Bo: 'x' }, 'label')).toThrow(
      '"Speaker 1", "Speaker 2", "Ana"',
    );
    expect(() => rename({ 'Speaker 1': 'Bo' }, { 'Speaker 1': 'x' }, 'name')).toThrow(
      '"Bo", "Speaker 2", "Ana"',
    );
    expect(() => renameLabels({}, [], { speakers: { Ana: 'x' }, by: undefined })).toThrow('no named speaker');
  });

  test('of many speakers thirty are listed', () => {
    const many = Array.from({ length: 50 }, (_, index) => `P${index}`);
    expect(() => renameLabels({}, many, { speakers: { Ana: 'x' }, by: undefined })).toThrow(
      '"P29" and 20 more.',
    );
  });

  test('two keys may mean one speaker as long as they say the same', () => {
    const names = { 'Speaker 1': 'Bo' };
    expect(rename(names, { 'Speaker 1': 'Cem', Bo: 'Cem' })).toEqual({ 'Speaker 1': 'Cem' });
    expect(() => rename(names, { 'Speaker 1': 'Cem', Bo: 'Dan' })).toThrow(
      expect.objectContaining({ code: 'conflicting_speaker_names', label: 'Speaker 1' }),
    );
  });

  test('names that objects have by themselves are names like any other', () => {
    const odd = ['constructor', 'toString'];
    const renamed = renameLabels({}, odd, { speakers: { constructor: 'Ana' }, by: undefined });
    expect(renamed).toEqual({ constructor: 'Ana' });
    expect(shownNames(renamed, odd)).toEqual(['Ana', 'toString']);
  });
});

describe('names of a summary that was written before', () => {
  const since = (then: Record<string, string>, now: Record<string, string>) =>
    Object.fromEntries(renamesSince(then, now, labels));

  test('a name that was given before the summary leads to the one of today', () => {
    expect(since({ 'Speaker 1': 'Bo' }, { 'Speaker 1': 'Bo Diaz' })).toMatchObject({ Bo: 'Bo Diaz' });
    expect(since({ 'Speaker 1': 'Bo' }, {})).toMatchObject({ Bo: 'Speaker 1' });
  });

  test('a name that stood for two speakers who are parted now stays, as which was meant is not known', () => {
    const then = { 'Speaker 1': 'Bo', 'Speaker 2': 'Bo' };
    expect(since(then, { 'Speaker 1': 'Bo', 'Speaker 2': 'Cem' })).toMatchObject({ Bo: 'Bo' });
    expect(since(then, { 'Speaker 1': 'Dan', 'Speaker 2': 'Cem' })).toMatchObject({ Bo: 'Bo' });
    expect(since(then, { 'Speaker 1': 'Dan', 'Speaker 2': 'Dan' })).toMatchObject({ Bo: 'Dan' });
    const three = { 'Speaker 1': 'Ana', 'Speaker 2': 'Ana' };
    expect(since(three, { 'Speaker 1': 'x', 'Speaker 2': 'Ana', Ana: 'x' })).toMatchObject({ Ana: 'Ana' });
  });
});
