// mode: library
// A servlet: the container calls one object from many threads. What a request makes is its own.
import java.util.ArrayList;
import java.util.List;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class ThreadHandler extends HttpServlet {
    private int hits;
    private int guarded;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        hits++; // access: threads=public locks=none
        synchronized (this) {
            guarded++; // access: threads=public locks=this
        }
        List<String> lines = new ArrayList<>(); // object: !shared
        lines.add("line"); // access: unshared
    }
}
