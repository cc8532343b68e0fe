import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.jar.*;
import java.util.zip.*;

/**
 * Runs JaVaFo's command line many times in one Java machine: `java -cp javafo.jar Driver.java javafo.jar`. A line of standard input has the
 * arguments of a run, between tabs. The answer is what the run writes, each line after `>`, and a line `=CODE`.
 */
@SuppressWarnings("removal")
public class Driver {
    /** A run that ends the machine ends itself only. */
    private static final class Ended extends SecurityException {
        final int code;

        Ended(int code) {
            this.code = code;
        }
    }

    public static void main(String[] arguments) throws Exception {
        // The classes are in an archive within the archive.
        Path inner = Files.createTempFile("javafo", ".jar");
        inner.toFile().deleteOnExit();
        try (ZipFile outer = new ZipFile(arguments[0])) {
            Files.copy(outer.getInputStream(outer.getEntry("main/main.jar")), inner, StandardCopyOption.REPLACE_EXISTING);
        }
        String name;
        try (JarFile jar = new JarFile(inner.toFile())) {
            name = jar.getManifest().getMainAttributes().getValue("Main-Class");
        }
        URL[] classes = {inner.toUri().toURL()};
        PrintStream answers = System.out;
        System.setSecurityManager(new SecurityManager() {
            @Override
            public void checkPermission(java.security.Permission permission) {}

            @Override
            public void checkExit(int code) {
                throw new Ended(code);
            }
        });
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            PrintStream to = new PrintStream(written, true, StandardCharsets.UTF_8);
            System.setOut(to);
            System.setErr(to);
            int code = 0;
            // The classes keep options and colours of a run, so each run has its own.
            try (URLClassLoader ofOneRun = new URLClassLoader(classes)) {
                var program = ofOneRun.loadClass(name).getMethod("main", String[].class);
                program.invoke(null, (Object) line.split("\t"));
            } catch (java.lang.reflect.InvocationTargetException thrown) {
                Throwable cause = thrown.getCause();
                while (cause != null && !(cause instanceof Ended)) cause = cause.getCause();
                code = cause instanceof Ended ? ((Ended) cause).code : 2;
                if (code == 2) thrown.getCause().printStackTrace(to);
            }
            System.setOut(answers);
            StringBuilder answer = new StringBuilder();
            for (String text : written.toString(StandardCharsets.UTF_8).split("\r\n|\r|\n")) {
                answer.append('>').append(text).append('\n');
            }
            answer.append('=').append(code).append('\n');
            answers.print(answer);
            answers.flush();
        }
        System.setSecurityManager(null);
    }
}
