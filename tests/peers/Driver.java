import java.io.*;
import java.lang.management.ManagementFactory;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.jar.*;
import java.util.zip.*;

/**
 * Runs JaVaFo's command line many times in one Java machine: `java -cp javafo.jar Driver.java javafo.jar`. A line of standard input has the
 * arguments of a run, between tabs. The answer is what the run writes, each line after `>`, and a line `=CODE`. A run that has used
 * {@link #LIMIT} of processor time is stopped.
 */
@SuppressWarnings({"removal", "deprecation"})
public class Driver {
    /** In seconds. A round of the largest fields takes less than one. */
    private static final long LIMIT = 5;

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
            String[] ofRun = line.split("\t");
            int[] code = {0};
            Thread run = new Thread(() -> code[0] = run(classes, name, ofRun, to));
            run.start();
            while (run.isAlive()) {
                run.join(200);
                if (ManagementFactory.getThreadMXBean().getThreadCpuTime(run.getId()) > LIMIT * 1_000_000_000) {
                    run.stop();
                    to.println("No answer within " + LIMIT + " seconds of processor time.");
                    code[0] = 2;
                }
            }
            System.setOut(answers);
            StringBuilder answer = new StringBuilder();
            for (String text : written.toString(StandardCharsets.UTF_8).split("\r\n|\r|\n")) {
                answer.append('>').append(text).append('\n');
            }
            answer.append('=').append(code[0]).append('\n');
            answers.print(answer);
            answers.flush();
        }
        System.setSecurityManager(null);
    }

    /** Runs the program, and returns its exit code. */
    private static int run(URL[] classes, String name, String[] arguments, PrintStream to) {
        // The classes keep options and colours of a run, so each run has its own.
        try (URLClassLoader ofOneRun = new URLClassLoader(classes)) {
            var program = ofOneRun.loadClass(name).getMethod("main", String[].class);
            program.invoke(null, (Object) arguments);
            return 0;
        } catch (java.lang.reflect.InvocationTargetException thrown) {
            Throwable cause = thrown.getCause();
            while (cause != null && !(cause instanceof Ended)) cause = cause.getCause();
            int code = cause instanceof Ended ? ((Ended) cause).code : 2;
            if (code == 2) thrown.getCause().printStackTrace(to);
            return code;
        } catch (IOException | ReflectiveOperationException thrown) {
            thrown.printStackTrace(to);
            return 2;
        }
    }
}
