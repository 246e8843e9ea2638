import { browser } from 'wxt/browser';
import { createActivityDatabase } from '../lib/activity/activity-database.ts';
import { readActivity } from '../lib/activity/read-activity.ts';
import { reportProblems } from './storage-problems.ts';

const database = reportProblems(createActivityDatabase());

/** Newest first. */
export const readOwnActivity = () => readActivity(database, browser.storage.session);
