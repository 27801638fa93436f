/** Forms for editors and services: compiler's lines, annotations, JUnit's cases, Markdown. */
package org.heddle.cli.format.ci;
