import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPom } from './published-form.ts';
import { type Publish, rewrite, run } from './stage.ts';

/** A POM with the jars of classes, sources and documentation for Maven Central, which wants each of them to be signed. */
export const publishForMaven: Publish = ({ settings, from, to }) => {
  const [, artifact] = settings.names.maven.split(':');
  rewrite(join(from, 'pom.xml'), (text) => publishedPom(text, settings));
  run('mvn', ['--quiet', '--batch-mode', '-DskipTests', 'package', 'source:jar-no-fork', 'javadoc:jar'], from);
  const built = join(from, 'target');
  const jars = readdirSync(built).filter((name) => name.startsWith(`${artifact}-`) && name.endsWith('.jar'));
  const [classes, ...others] = jars.filter((name) => !/-(sources|javadoc)\.jar$/.test(name));
  if (classes === undefined || others.length > 0 || jars.length !== 3) throw new Error(`${jars.join()} are not three jars.`);
  for (const jar of jars) copyFileSync(join(built, jar), join(to, jar));
  copyFileSync(join(from, 'pom.xml'), join(to, classes.replace(/jar$/, 'pom')));
  return {
    file: 'Application.java',
    prepare: `mkdir lib && cp '${join(to, classes)}' '${built}'/lib/*.jar lib`,
    run: "java -cp 'lib/*' Application.java",
  };
};
