import { jobStatus } from '@meeting-assistant/contracts';
import { Command, Option } from 'commander';
import { ApiClient } from './api-client.ts';
import {
  ensureDefaultWorkspace,
  keyCreate,
  keyList,
  keyRevoke,
  workspaceCreate,
  workspaceList,
} from './commands/access.ts';
import { agentSummary, type AgentSummaryOptions } from './commands/agent-summary.ts';
import { evaluate, type EvalOptions } from './commands/eval.ts';
import { jobs, type JobsOptions } from './commands/jobs.ts';
import { summary } from './commands/summary.ts';
import { transcriptInspect } from './commands/transcript-inspect.ts';
import { upload, type UploadOptions } from './commands/upload.ts';
import type { CliConfig } from './config.ts';
import { withMeetingOptions } from './meeting-options.ts';
import { withDatabase } from './open-database.ts';
import type { Output } from './output.ts';

/** All commands. Errors reach the caller of `parseAsync`, which turns them into exit codes. */
export function buildProgram(config: () => CliConfig, output: Output): Command {
  const program = new Command('meeting-assistant')
    .description('Run the agents on a file, use the HTTP API, and make keys.')
    .exitOverride()
    .showHelpAfterError();
  addLocalCommands(program, config, output);
  addApiCommands(program, config, output);
  addAccessCommands(program, config, output);
  return program;
}

function addLocalCommands(program: Command, config: () => CliConfig, output: Output): void {
  withMeetingOptions(program.command('agent:summary <file>'))
    .description('summarise a transcript here, with neither queue nor database')
    .option('--model <name>', 'model to use instead of AGENT_MODEL')
    .option('--json', 'print the summary as JSON instead of Markdown')
    .option(
      '--record <folder>',
      'write the exchanges with the model into a new or empty folder, without keys; they hold what was said, so the folder is readable for you alone',
    )
    .option(
      '--replay <folder>',
      'let a recording answer in place of the model, with neither network nor key; the file and the options have to be the same',
    )
    .action((file: string, options: AgentSummaryOptions) => agentSummary(file, options, config(), output));

  program
    .command('eval <folder-or-files...>')
    .description('summarise meetings with gold data here, and score the summaries')
    .option('--baseline', 'score the first words and the npm package lexrank beside them')
    .option('--queries', 'score how well the lines that answer specific queries are found')
    .option('--limit <n>', 'the first n files only')
    .option('--model <name>', 'model to use instead of AGENT_MODEL')
    .option('--json', 'print all figures as JSON')
    .action((places: string[], options: EvalOptions) => evaluate(places, options, config(), output));

  program
    .command('transcript:inspect <file>')
    .description('show the lines of a transcript and what the import did to it')
    .option('--json', 'print all of it as JSON')
    .action((file: string, options: { json?: boolean }) => transcriptInspect(file, options, output));
}

function addApiCommands(program: Command, config: () => CliConfig, output: Output): void {
  const client = () => new ApiClient(config(), output.signal);

  withMeetingOptions(program.command('upload <files...>'))
    .description('upload transcripts (MEETING_ASSISTANT_URL, MEETING_ASSISTANT_API_KEY)')
    .option('--wait', 'wait until each job has ended')
    .option('--json', 'print ids as JSON')
    .action((files: string[], options: UploadOptions) => upload(files, options, client(), output));

  program
    .command('jobs')
    .description('list jobs, newest first')
    .addOption(new Option('--status <status>', 'only those in this state').choices(jobStatus.options))
    .option('--q <text>', 'part of a title, an id or an error')
    .option('--limit <n>', 'how many, 200 at most')
    .option('--json', 'print them as JSON')
    .action((options: JobsOptions) => jobs(options, client(), output));

  program
    .command('summary <meeting>')
    .description('print the stored summary of a meeting')
    .option('--version <n>', 'an earlier version')
    .option('--json', 'print JSON instead of Markdown')
    .action((meeting: string, options: { version?: string; json?: boolean }) =>
      summary(meeting, options, client(), output),
    );
}

function addAccessCommands(program: Command, config: () => CliConfig, output: Output): void {
  program
    .command('migrate')
    .description('bring the database up to date, and make the workspace "default"')
    .action(() => withDatabase(config(), output, (db) => ensureDefaultWorkspace(db, output)));

  const workspace = program
    .command('workspace')
    .description('make and list workspaces, on the database itself');
  workspace
    .command('create <name>')
    .description('make a workspace')
    .action((name: string) => withDatabase(config(), output, (db) => workspaceCreate(name, db, output)));
  workspace
    .command('list')
    .description('list the workspaces')
    .action(() => withDatabase(config(), output, (db) => workspaceList(db, output)));

  const key = program.command('key').description('make, list and revoke API keys, on the database itself');
  key
    .command('create')
    .description('make a key and print it, this once')
    .requiredOption('--scope <scopes>', 'upload, read, operate, admin or instance, separated by commas')
    .option('--workspace <name>', 'the workspace it is for; none for the scope instance')
    .option('--name <text>', 'what it is for')
    .action((options: { workspace?: string; scope: string; name?: string }) =>
      withDatabase(config(), output, (db) => keyCreate(options, db, output)),
    );
  key
    .command('list')
    .description('list the keys of a workspace, or those of the installation')
    .option('--workspace <name>', 'the workspace; none for keys of the scope instance')
    .action((options: { workspace?: string }) =>
      withDatabase(config(), output, (db) => keyList(options, db, output)),
    );
  key
    .command('revoke <id>')
    .description('revoke a key')
    .option('--workspace <name>', 'the workspace it is for; none for a key of the scope instance')
    .action((id: string, options: { workspace?: string }) =>
      withDatabase(config(), output, (db) => keyRevoke(id, options, db)),
    );
}
